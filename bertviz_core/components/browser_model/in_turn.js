// A short text once for each of its tokens, that token hidden, as analysis/masked_words/surprise hides it.

// `most` tokens are asked about, none of a longer text; `together` hides the later pieces of the word too. Returns
// `place` and `ids` of each; special tokens, blanks and words that the vocabulary does not know are left out.
export function hiddenInTurn({ ids, special, unknown, wordOf }, mask, { most, together }) {
  if (ids.length > most) return [];
  const unknownWords = new Set(wordOf.filter((_, i) => unknown[i]));
  const scored = ids.flatMap((id, i) => (special[i] || id === mask || unknownWords.has(wordOf[i]) ? [] : [i]));
  const hides = (place, i) => i === place || (together && i > place && wordOf[i] === wordOf[place]);
  return scored.map((place) => ({ place, ids: ids.map((id, i) => (hides(place, i) ? mask : id)) }));
}
