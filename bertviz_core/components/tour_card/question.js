// Guess first, then see.

import { make, makeButton } from "./dom.js";

export function makeQuestion(tour) {
  const { question } = tour.now;
  if (!question) return [];
  const { words } = tour.data;
  const asked = make("p", "asked", question.text);
  const answer = make("p", "answer");
  answer.setAttribute("role", "status");
  const guesses = tour.guesses;
  const step = tour.step;
  const show = () => {
    const guess = guesses.get(step);
    if (guess === undefined) return;
    answer.textContent = question.answer;
    for (const [number, button] of options.entries()) {
      button.setAttribute("aria-pressed", number === guess);
      button.classList.toggle("right", number === question.right);
      button.classList.toggle("wrong", number === guess && question.right !== null && guess !== question.right);
    }
    if (reveal) reveal.hidden = true;
  };
  const guessed = (guess) => {
    guesses.set(step, guess);
    show();
  };
  const options = question.options.map((text, number) => makeButton("option", text, text, () => guessed(number)));
  const choices = make("div", "choices");
  let reveal = null;
  if (options.length) choices.append(...options);
  else {
    const field = make("input", "guess");
    field.type = "text";
    field.placeholder = field.ariaLabel = words.guess;
    field.maxLength = 200;
    field.onkeydown = (event) => event.key === "Enter" && guessed(field.value);
    reveal = makeButton("reveal", words.reveal, words.reveal, () => guessed(field.value));
    choices.append(field, reveal);
  }
  show();
  return [asked, choices, answer];
}
