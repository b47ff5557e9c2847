import { fittingLength } from './fitting-length.ts'

/** Cuts every text that is wider than the room it says it has, with an ellipsis, as the canvas does. */
export function fitTexts(picture: SVGSVGElement): void {
  const texts = [...picture.querySelectorAll<SVGTextElement>('text[data-room]')]
  // First all is measured, then all is changed: else each change would be laid out by itself.
  const tooWide = texts.filter((text) => text.getComputedTextLength() > Number(text.dataset.room))
  const widths = ellipsisWidths(tooWide)
  const cuts = tooWide.map((text) => ({ text, end: charactersOf(text, widths.get(letters(text)) ?? 0) }))
  for (const { text, end } of cuts) text.textContent = `${text.textContent?.slice(0, end).trimEnd()}…`
  for (const text of texts) delete text.dataset.room
}

const letters = (text: SVGTextElement): string =>
  `${text.getAttribute('font-size')} ${text.getAttribute('font-weight')}`

/** How wide an ellipsis is in the letters of each text. */
function ellipsisWidths(texts: readonly SVGTextElement[]): ReadonlyMap<string, number> {
  return new Map(
    Array.from(new Map(texts.map((text) => [letters(text), text])), ([name, text]) => {
      const probe = text.cloneNode() as SVGTextElement
      probe.textContent = '…'
      text.after(probe)
      const width = probe.getComputedTextLength()
      probe.remove()
      return [name, width]
    }),
  )
}

/** How many characters fit beside the ellipsis. */
function charactersOf(text: SVGTextElement, ellipsis: number): number {
  const room = Number(text.dataset.room) - ellipsis
  return fittingLength(text.getNumberOfChars(), (count) => text.getSubStringLength(0, count) <= room)
}
