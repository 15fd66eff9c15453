// Words for blanks, and whether one sentence follows another.

import { drawBlanks } from "../typed_answers/blanks.js";
import { drawPair } from "../typed_answers/pair.js";
import { TypedFields } from "./typed_fields.js";
import { withBold } from "./words.js";

class AnswerLesson {
  constructor(name, data, picture, { wanted, texts, words = {} }) {
    const section = document.getElementById(name);
    this.picture = picture;
    this.place = section.querySelector(".host").shadowRoot.querySelector(".typed");
    const onAnswer = (answer) => this.show(answer);
    this.fields = new TypedFields(section, { words: { ...data.words.fields, ...words }, texts, wanted, onAnswer });
    section.querySelector(".how-to").replaceChildren(...withBold(picture.howTo));
  }

  begin(model) {
    this.fields.begin(model);
  }

  draw() {}

  put(parts) {
    this.place.hidden = !parts.length;
    this.place.replaceChildren(...parts);
  }
}

export class BlanksLesson extends AnswerLesson {
  constructor(data) {
    super("masked_words", data, data.blanks, {
      wanted: { words: data.blanks.count, ending: true },
      texts: data.texts.masked_words,
    });
  }

  show(answer) {
    const { picture } = this;
    if (!answer.words?.length) {
      this.put([]);
      return picture.words.noBlank;
    }
    this.put(drawBlanks(picture, answer));
    return "";
  }
}

export class PairLesson extends AnswerLesson {
  constructor(data) {
    super("next_sentence", data, data.pair, {
      wanted: { next: true },
      texts: data.texts.next_sentence,
      words: { missing: data.pair.words.missing },
    });
  }

  show(answer) {
    if (!answer.encoding.pair) return this.picture.words.missing;
    this.put(drawPair(this.picture, answer));
    return "";
  }
}
