// What the attention view makes of an answer in the browser, in Node: argv is the folder of the model's modules, that of
// the view's, vocab.txt, a file with what the server sent before, one with the weights, and a text and its pair.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [modules, view, vocabulary, header, weights, text, pair] = process.argv.slice(2);
const { attentionForm } = await import(pathToFileURL(`${modules}/attention_form.js`));
const { Tokenizer } = await import(pathToFileURL(`${modules}/tokenizer.js`));
const { typedBytes, typedData } = await import(pathToFileURL(`${view}/typing.js`));
const sent = JSON.parse(readFileSync(header, "utf8"));
const encoding = new Tokenizer(readFileSync(vocabulary, "utf8").trimEnd().split("\n")).encode(text, pair ?? null);
const numbers = new Float32Array(new Uint8Array(readFileSync(weights)).buffer);
const data = typedData(sent, { encoding, maps: attentionForm(numbers, sent, encoding) });
console.log(new TextDecoder().decode(typedBytes(data).subarray(4)));
