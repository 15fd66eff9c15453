// Answers questions in Node: argv is the folder of the modules, that of the model, and whether the plain kernel runs.
// Of each question (a line of JSON) the lengths of all arrays are a line of output; the arrays follow in a file.
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { loadEncoder } from "./load.mjs";

const [modules, model, kernel, questions, answers] = process.argv.slice(2);
const encoder = await loadEncoder(modules, model, kernel);
const file = openSync(answers, "w");
for (const line of readFileSync(questions, "utf8").split("\n").filter(Boolean)) {
  const begun = performance.now();
  const answer = encoder.run({ ...JSON.parse(line), wanted: { attention: true, states: true, next: true } });
  const ms = performance.now() - begun;
  for (const values of Object.values(answer)) {
    writeSync(file, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  }
  const sizes = Object.entries(answer).map(([name, values]) => [name, values.length]);
  console.log(JSON.stringify({ ...Object.fromEntries(sizes), ms }));
}
closeSync(file);
