// The encoder in Node, with the weights of a folder in its memory.
import { readFileSync, readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";

export async function loadEncoder(modules, model, kernel) {
  const { Encoder } = await import(pathToFileURL(`${modules}/encoder.js`));
  const { tensorsOf } = await import(pathToFileURL(`${modules}/weights.js`));
  const config = JSON.parse(readFileSync(`${model}/config.json`, "utf8"));
  const encoder = await Encoder.create(readFileSync(`${modules}/kernel/${kernel}`), config);
  for (const name of readdirSync(model).filter((file) => file.endsWith(".safetensors"))) {
    for (const [tensor, values] of tensorsOf(readFileSync(`${model}/${name}`))) encoder.place(tensor, values);
  }
  encoder.finish();
  return encoder;
}
