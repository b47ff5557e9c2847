/** Cuts every text that is wider than the room it says it has, with an ellipsis, as the canvas does. */
export function fitTexts(picture: SVGSVGElement): void {
  const texts = [...picture.querySelectorAll<SVGTextElement>('text[data-room]')]
  // First all is measured, then all is changed: else each change would be laid out by itself.
  const tooWide = texts.filter((text) => text.getComputedTextLength() > Number(text.dataset.room))
  const cuts = tooWide.map((text) => ({ text, end: fittingLength(text) }))
  for (const { text, end } of cuts) text.textContent = `${text.textContent?.slice(0, end).trimEnd()}…`
  for (const text of texts) delete text.dataset.room
}

/** Width of an ellipsis as a share of the letters' size. */
const ELLIPSIS = 0.84

function fittingLength(text: SVGTextElement): number {
  const room = Number(text.dataset.room) - ELLIPSIS * Number(text.getAttribute('font-size'))
  let [fits, not] = [0, text.getNumberOfChars()]
  while (fits + 1 < not) {
    const middle = (fits + not) >> 1
    if (text.getSubStringLength(0, middle) <= room) fits = middle
    else not = middle
  }
  return fits
}
