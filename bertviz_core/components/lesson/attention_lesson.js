// The attention of all heads, with what one can choose there.

import { typedBytes, typedData } from "../attention/typing.js";
import { createView } from "../attention/view.js";
import { TypedFields } from "./typed_fields.js";

export class AttentionLesson {
  constructor({ words, attention, texts }) {
    const section = document.getElementById("attention");
    this.sent = attention;
    this.host = section.querySelector(".host");
    this.view = createView(this.host.shadowRoot);
    this.view.askForLayer = this.view.openHead = () => {}; // all layers are here
    this.fields = new TypedFields(section, {
      words: words.fields,
      texts: texts.attention,
      wanted: { maps: true },
      onAnswer: (answer) => this.show(answer),
    });
  }

  begin(model) {
    this.fields.begin(model);
  }

  show(answer) {
    const data = typedData(this.sent, answer);
    this.view.bytes = typedBytes(data);
    this.host.hidden = false;
    this.view.receive(data);
    this.draw();
    return "";
  }

  draw() {
    if (this.view.data) this.view.draw();
  }
}
