// Whether this device is asked for so much, and what its visitor decided before.

const KEPT = "bertscope_answer_as_i_type";
const LEAST_MEMORY = 2; // GB

// Browsers that tell nothing of the network and the memory are taken for able.
export function bearsModel() {
  const { connection, deviceMemory } = navigator;
  return typeof WebAssembly === "object" && !connection?.saveData && !(deviceMemory < LEAST_MEMORY);
}

export function isWanted() {
  try {
    return window.localStorage.getItem(KEPT) === "yes";
  } catch {
    return false;
  }
}

export function keepWanted(wanted) {
  try {
    if (wanted) window.localStorage.setItem(KEPT, "yes");
    else window.localStorage.removeItem(KEPT);
  } catch {
    // Refused: it is asked again on the next visit.
  }
}
