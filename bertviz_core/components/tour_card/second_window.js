// The lecturer's second window, on the same machine: it shows what comes next, the notes and the time. The two speak
// by a channel of this tab's own, and the server hears nothing of it.

export function speakWithWindow(tour) {
  const name = `bertscope-tour-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
  const channel = new BroadcastChannel(name);
  let opened = false;
  const tell = () => opened && tour.data && channel.postMessage(told(tour));
  tour.openWindow = () => {
    const frontEnd = document.querySelector('script[src*="/static/js/"]').src;
    const server = frontEnd.slice(0, frontEnd.lastIndexOf("/static/js/"));
    const second = window.open(`${server}${tour.data.window}#${name}`, name, "width=900,height=650");
    if (!second) tour.find("said").textContent = tour.data.words.blocked;
    opened = true;
    if (tour.data.notes === null) tour.ask({ do: "notes" });
    tell();
  };
  channel.onmessage = ({ data }) => {
    if (!tour.data) return;
    if (data.ready) {
      opened = true;
      tell();
    }
    if (Number.isInteger(data.way)) tour.go(tour.step + data.way);
    if (data.anew) {
      tour.begun = Date.now();
      tell();
    }
  };
  tour.listeners.push(tell);
}

function told({ data, step, begun }) {
  const { words, title, language, notes } = data;
  const steps = data.steps.map(({ title: name, text, seconds }, number) => ({ title: name, text, seconds, notes: notes?.[number] ?? "" }));
  return { words: words.window, title, language, steps, step, begun };
}
