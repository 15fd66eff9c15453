// Reads texts in Node: argv is the folder of the modules, vocab.txt, and a file with a JSON array of [text, pair].
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [modules, vocabulary, texts] = process.argv.slice(2);
const { Tokenizer } = await import(pathToFileURL(`${modules}/tokenizer.js`));
const tokenizer = new Tokenizer(readFileSync(vocabulary, "utf8").trimEnd().split("\n"));
const read = JSON.parse(readFileSync(texts, "utf8")).map(([text, pair]) => tokenizer.encode(text, pair));
console.log(JSON.stringify(read));
