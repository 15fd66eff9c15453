// Prints the best words of blanks from each side: argv is the folder of the modules, that of the model, the kernel, a
// file of texts with the number of a blank, and how many words.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { loadEncoder } from "./load.mjs";

const [modules, model, kernel, file, count] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${modules}/${name}`));
const { answerOf } = await load("answering.js");
const { Tokenizer } = await load("tokenizer.js");
const tokenizer = new Tokenizer(readFileSync(`${model}/vocab.txt`, "utf8").trimEnd().split("\n"));
const encoder = await loadEncoder(modules, model, kernel);
for (const [text, sides] of JSON.parse(readFileSync(file, "utf8"))) {
  const input = tokenizer.encode(text);
  const places = input.ids.flatMap((id, i) => (id === tokenizer.mask ? [i] : []));
  const { answer } = answerOf(encoder, { input, places, wanted: { words: Number(count), sides } });
  const listed = ({ ids, probabilities }) => [...ids].map((id, i) => ({ id, probability: probabilities[i] }));
  console.log(JSON.stringify(Object.fromEntries(Object.entries(answer.sides).map(([way, words]) => [way, listed(words)]))));
}
