// Writes attention as the view gets it, in Node: argv is the folder of the modules, then a file of float32 weights and
// one with what is known of the input. The bytes of all layers come in base64.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [modules, weights, input] = process.argv.slice(2);
const { attentionForm } = await import(pathToFileURL(`${modules}/attention_form.js`));
const { layers, heads, ...about } = JSON.parse(readFileSync(input, "utf8"));
const form = attentionForm(new Float32Array(new Uint8Array(readFileSync(weights)).buffer), { layers, heads }, about);
const letters = form.layers.map((bytes) => Buffer.from(bytes).toString("base64"));
console.log(JSON.stringify({ ...form, layers: letters }));
