// The view as one HTML file: it opens from disk, without a server, at the same heads with the same choices.
// PAGE_PARTS (page, html, css and js of this component) stands in front of the script: Python puts it there.

import { layersIn, standalonePayload } from "./standalone_payload.js";
import { viewTitle } from "./words.js";

const READ_BY_THEME = ["font", "code-font", "text-color", "background-color", "border-color"];
const CHUNK = 0x8000; // arguments of one call

export async function standaloneHtml(view) {
  const { data, theme } = view;
  const values = {
    locale: inText(data.locale),
    title: inText(`${viewTitle(view)} · ${data.model}`),
    about: inText(`${data.model} · ${[data.text, data.pair].filter(Boolean).join(" / ")}`),
    scheme: theme.dark ? "dark" : "light",
    variables: themeVariables(view.root.host ?? view.root),
    css: PAGE_PARTS.css,
    html: PAGE_PARTS.html,
    payload: base64(await standalonePayload(view)),
    script: inScript(`const PAGE_PARTS = ${inJson(PAGE_PARTS)};\n${PAGE_PARTS.js}\nopenStandalone(attentionView);`),
  };
  return PAGE_PARTS.page.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name]);
}

// Runs in the file: mounts the view as the app does. Nobody can be asked for a layer that is not there, so it
// cannot be chosen; the view says why when the keys or a click lead to it.
export function openStandalone(mount) {
  const element = (id) => document.getElementById(id);
  const root = element("attention").shadowRoot;
  const letters = atob(element("payload").textContent);
  const data = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const layers = root.querySelector("select.layer");
  const here = layersIn(data);
  const disable = () => Array.from(layers.options, (option, i) => (option.disabled = !here.has(i)));
  new MutationObserver(disable).observe(layers, { childList: true });
  mount({ data, parentElement: root, setTriggerValue() {} });
}

function themeVariables(host) {
  const style = getComputedStyle(host);
  const used = Array.from(PAGE_PARTS.css.matchAll(/var\((--st-[\w-]+)/g), ([, name]) => name);
  const names = new Set([...used, ...READ_BY_THEME.map((name) => `--st-${name}`)]);
  return Array.from(names, (name) => `${name}: ${style.getPropertyValue(name).replace(/[<>{};]/g, "")};`).join(" ");
}

function inText(text) {
  const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return String(text).replace(/[&<>"]/g, (sign) => entities[sign]);
}

function inJson(value) {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

// What would end the script, or open a comment in it, stands in literals only: there a backslash changes nothing.
function inScript(source) {
  return source.replace(/<\/(?=script)/gi, "<\\/").replaceAll("<" + "!--", "<\\!--");
}

function base64(bytes) {
  let letters = "";
  for (let at = 0; at < bytes.length; at += CHUNK) {
    letters += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(letters);
}
