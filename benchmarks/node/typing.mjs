// Prints what views are told while somebody types: argv is the folder of the modules. The model reads texts up to
// two letters.
import { pathToFileURL } from "node:url";

const fields = { value: "" };
globalThis.window = new EventTarget();
globalThis.document = { querySelector: () => fields };
const { meetingPoint, Typing } = await import(pathToFileURL(`${process.argv[2]}/offer/typing.js`));
const read = (text) => (text && text.length < 3 ? { text, pair: null } : null);
let number = 0;
const model = { read, tokenizer: { encode: read }, ask: async (text) => read(text) && { number: ++number, encoding: read(text) } };
const typing = new Typing(model);
typing.listen(["text"], {});
const told = [];
meetingPoint().addEventListener("answer", ({ detail }) => told.push(detail.encoding.text));
meetingPoint().addEventListener("left", () => told.push(meetingPoint().isStill("long", null) ? "still" : "left"));
for (const [text, isComposing] of [["a", false], ["abc", false], ["é", true], ["", false]]) {
  fields.value = text;
  const event = Object.assign(new Event("input"), { isComposing });
  Object.defineProperty(event, "target", { value: { closest: () => true } });
  typing.onInput(event);
  await new Promise((done) => setTimeout(done, 100));
}
fields.value = "long";
meetingPoint().dispatchEvent(new CustomEvent("shown", { detail: "server" }));
await typing.ask();
console.log(JSON.stringify(told));
process.exit(0);
