// Words for blanks, and whether one sentence follows another.

import { drawBlanks, leftToServer } from "../typed_answers/blanks.js";
import { drawPair } from "../typed_answers/pair.js";
import { endedAfterBlank } from "./blank_at_end.js";
import { TypedFields } from "./typed_fields.js";
import { fill, withBold } from "./words.js";

class AnswerLesson {
  constructor(name, data, picture, { wanted, texts, words = {} }) {
    const section = document.getElementById(name);
    this.picture = picture;
    this.place = section.querySelector(".host").shadowRoot.querySelector(".typed");
    const onAnswer = (answer, isNow) => this.show(answer, isNow);
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
      wanted: { words: data.blanks.count },
      texts: data.texts.masked_words,
    });
  }

  // A blank that stands last, where the model expects a sign, is read as if the sentence ended after it.
  async show(answer, isNow) {
    const { picture, fields } = this;
    if (!answer.words?.length) {
      this.put([]);
      return picture.words.noBlank;
    }
    if (!leftToServer(answer)) {
      this.put(drawBlanks(picture, answer));
      return "";
    }
    const [sign, end] = [answer.entries[answer.words.at(-1).ids[0]], endedAfterBlank(answer.encoding.text)];
    const ended = end && (await fields.answer([end.text]));
    if (ended === undefined || !isNow()) return "";
    this.put(drawBlanks(picture, ended || answer));
    return ended ? fill(picture.words.ended, { sign, end: end.sign }) : fill(picture.words.asItStands, { sign });
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
