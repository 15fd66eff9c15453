// What the line of a class says, and the buttons of whoever leads it and whoever follows.

import { invite } from "./invitations.js";

export function sayingOf(room, words) {
  const { code, document: told } = room;
  if (room.isLost) return words.lost.replace("{code}", code);
  if (room.token) return words.leading.replace("{code}", code).replace("{here}", Math.max(0, (told?.here ?? 1) - 1));
  const state = told?.away ? words.away : room.following.isAlone ? words.alone : words.following;
  return state.replace("{code}", code);
}

export function leadersButtons(room, words, offer) {
  const hold = () => {
    room.leading.isHeld = !room.leading.isHeld;
    room.draw();
  };
  const ask = () => room.act({ name: "question", ...offer });
  return [
    ...(offer && !room.document?.question ? [[words.ask, ask, true]] : []),
    [room.leading.isHeld ? words.go_on : words.hold, hold, room.leading.isHeld],
    [words.invite, () => invite(room), false],
    [words.end, () => room.end(), false],
  ];
}

export function followersButtons(room, words) {
  const change = (how) => () => {
    room.following[how]();
    room.draw();
  };
  const way = room.following.isAlone ? [words.come_back, change("comeBack"), true] : [words.explore, change("explore"), false];
  const unfold = () => {
    room.panel.unfold();
    room.draw();
  };
  const question = room.document?.question ?? null;
  const back = room.panel.isFolded(question, room.code) ? [[words.to_question, unfold, question.state === "open"]] : [];
  const copy = async () => {
    await room.typed.copy();
    room.typed.forget();
    room.say(words.copied);
  };
  const typed = room.typed.text ? [[words.copy, copy, true]] : [];
  return [...typed, ...back, way, [words.leave, () => room.leave(), false]];
}
