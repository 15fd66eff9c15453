// Prints the steps of a layer as the worker makes them: argv is the folder of the modules, that of the model, the
// kernel, and a file of lines with `ids`, `segments` and `steps`, what is wanted of them.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { loadEncoder } from "./load.mjs";

const [modules, model, kernel, questions] = process.argv.slice(2);
const { layerSteps } = await import(pathToFileURL(`${modules}/layer_steps.js`));
const encoder = await loadEncoder(modules, model, kernel);
for (const line of readFileSync(questions, "utf8").split("\n").filter(Boolean)) {
  const { ids, segments, steps } = JSON.parse(line);
  const run = encoder.run({ ids, segments, wanted: { attention: true, states: true, steps: steps.layer } });
  console.log(JSON.stringify(layerSteps(run, encoder.config, ids.length, steps)));
}
