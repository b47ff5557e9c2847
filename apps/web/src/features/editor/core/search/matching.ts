/**
 * How well a text fits what was typed, the lower the better; null where it does not. Each word is looked for by itself: at the beginning,
 * at the beginning of a word, anywhere. Both in small letters.
 */
export function fitOf(text: string, typed: string): number | null {
  let sum = 0
  for (const word of typed.split(/\s+/)) {
    const fit = fitOfWord(text, word)
    if (fit === null) return null
    sum += fit
  }
  return sum
}

function fitOfWord(text: string, word: string): number | null {
  const at = text.indexOf(word)
  if (at <= 0) return at === 0 ? 0 : null
  return text.includes(` ${word}`) ? 1 : 2
}

/** What fits, the best first; what fits as well keeps its order. All of it where nothing is typed. */
export function fitting<T extends { readonly text: string }>(items: readonly T[], typed: string): readonly T[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return items
  return items
    .flatMap((item) => {
      const fit = fitOf(item.text, wanted)
      return fit === null ? [] : [{ item, fit }]
    })
    .sort((a, b) => a.fit - b.fit)
    .map(({ item }) => item)
}
