// How one lecturer lets another one lead: by a link whose right stands behind its #, which no server is told.

import { say } from "./asking.js";
import { copied } from "./keeping.js";
import { keepToken } from "./memory.js";

const LINK_MS = 60000; // a link that somebody is to copy

// Returns whether the address of this tab is such a link, and takes that out of it.
export function acceptInvitation(room) {
  const named = new URLSearchParams(window.location.hash.slice(1));
  const [invitation, code] = [named.get("lead"), named.get("class")];
  if (!invitation || !/^[A-Z]{6}$/.test(code ?? "")) return false;
  history.replaceState(history.state, "", window.location.pathname + window.location.search);
  room.tried(async () => {
    const { token } = await say(code, "host", { invitation });
    keepToken(code, token);
    if (room.code === code) room.stop();
    room.enter(code, token, []);
  });
  return true;
}

export function invite(room) {
  return room.tried(async () => {
    const { invitation } = await say(room.code, "invitation", {}, room.token);
    const link = new URL(".", window.location.href);
    link.hash = `class=${room.code}&lead=${invitation}`;
    const { invitation: toSend, invitation_copied: said } = room.data.words;
    room.say(`${(await copied(link.href)) ? said : toSend} ${link.href}`, LINK_MS);
  });
}
