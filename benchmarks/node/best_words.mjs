// Prints what the worker makes of the numbers of the encoder: argv is the folder of the modules, a file of lines with
// `logits` (places, vocabulary) and `next` (2), and how many words are wanted.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [modules, file, count] = process.argv.slice(2);
const { bestWords, softmax } = await import(pathToFileURL(`${modules}/probabilities.js`));
for (const line of readFileSync(file, "utf8").split("\n").filter(Boolean)) {
  const { logits, next } = JSON.parse(line);
  const words = logits.map((row) => {
    const { ids, probabilities } = bestWords(Float32Array.from(row), Number(count));
    return { ids: [...ids], probabilities: [...probabilities] };
  });
  console.log(JSON.stringify({ words, next: softmax(next) }));
}
