// The second window: what is said in it comes from the first one, as text.

const channel = new BroadcastChannel(decodeURIComponent(location.hash.slice(1)));
let told = null;

function part(tag, name) {
  const made = document.createElement(tag);
  made.className = name;
  return made;
}

const head = part("header", "");
const title = part("h1", "");
const pace = part("span", "pace");
const clock = part("span", "clock");
const elapsed = part("button", "elapsed");
const now = part("h2", "now");
const text = part("p", "text");
const notes = part("p", "notes");
const next = part("section", "next");
head.append(title, pace, elapsed, clock);
document.body.append(head, now, text, notes, next);

function minutes(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function drawTime() {
  if (!told) return;
  const { begun, steps, step, words, language } = told;
  const gone = (Date.now() - begun) / 1000;
  const planned = steps.slice(0, step).reduce((sum, { seconds }) => sum + seconds, 0);
  clock.textContent = new Date().toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
  elapsed.textContent = minutes(gone);
  pace.hidden = !planned;
  pace.classList.toggle("late", gone > planned);
  pace.textContent = gone > planned ? `${words.late} +${minutes(gone - planned)}` : words.onTime;
}

function draw() {
  const { steps, step, words, language } = told;
  const shown = steps[step - 1];
  const after = steps[step];
  document.documentElement.lang = language;
  document.title = title.textContent = told.title;
  elapsed.title = words.reset;
  now.textContent = `${step} / ${steps.length}  ${shown.title}`;
  text.textContent = shown.text;
  notes.textContent = shown.notes;
  notes.hidden = !shown.notes;
  next.replaceChildren();
  const name = part("h2", "");
  name.textContent = after ? `${words.next}: ${after.title}` : words.last;
  const said = part("p", "");
  said.textContent = after?.text ?? "";
  next.append(name, said);
  drawTime();
}

channel.onmessage = ({ data }) => {
  if (!data.steps) return;
  told = data;
  draw();
};
elapsed.onclick = () => channel.postMessage({ anew: true });
addEventListener("keydown", (event) => {
  const { key, ctrlKey, altKey, metaKey } = event;
  if (ctrlKey || altKey || metaKey || (key === " " && event.target === elapsed)) return;
  const way = ["ArrowRight", "PageDown", " ", "n", "N"].includes(key) ? 1 : ["ArrowLeft", "PageUp", "p", "P"].includes(key) ? -1 : 0;
  if (!way) return;
  event.preventDefault();
  channel.postMessage({ way });
});
setInterval(drawTime, 500);
channel.postMessage({ ready: true });
