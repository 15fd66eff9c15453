// Prints the scores of texts whose tokens are hidden in turn: argv is the folder of the modules, that of the model, the
// kernel, and a file of texts with what is wanted of them.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { loadEncoder } from "./load.mjs";

const [modules, model, kernel, file] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${modules}/${name}`));
const { hiddenInTurn } = await load("in_turn.js");
const { scoreOf } = await load("probabilities.js");
const { Tokenizer } = await load("tokenizer.js");
const tokenizer = new Tokenizer(readFileSync(`${model}/vocab.txt`, "utf8").trimEnd().split("\n"));
const encoder = await loadEncoder(modules, model, kernel);
for (const [text, wanted] of JSON.parse(readFileSync(file, "utf8"))) {
  const encoding = tokenizer.encode(text);
  const scores = hiddenInTurn(encoding, tokenizer.mask, wanted).map(({ place, ids }) => {
    const { logits } = encoder.run({ ids, segments: encoding.segments, places: [place], wanted: {} });
    return { place, ...scoreOf(logits.subarray(0, encoder.config.vocab_size), encoding.ids[place]) };
  });
  console.log(JSON.stringify(scores));
}
