// Prints how texts with a blank at the end are read: argv is the folder of the modules, and a file of pairs of a text
// and the entry that the model expects there.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [modules, file] = process.argv.slice(2);
const { sentenceEnd } = await import(pathToFileURL(`${modules}/sentence_end.js`));
console.log(JSON.stringify(JSON.parse(readFileSync(file, "utf8")).map(([text, expected]) => sentenceEnd(text, expected))));
