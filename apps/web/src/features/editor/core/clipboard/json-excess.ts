import { LIMITS } from '@plimsoll/contract'

/**
 * What is too much of a JSON text, or null: it is nested too deep, or one of its lists is too long. Looked for before
 * the text becomes objects, which takes far longer than this.
 */
export function jsonExcess(text: string): string | null {
  /** Of each list or object that is open, the commas in it so far. */
  const commas: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') at = endOfText(text, at)
    else if (character === '{' || character === '[') {
      if (commas.push(0) > LIMITS.jsonDepth) return `it is nested deeper than ${LIMITS.jsonDepth} levels`
    } else if (character === '}' || character === ']') commas.pop()
    else if (character === ',') {
      const before = commas.pop() ?? 0
      if (before + 1 >= LIMITS.jsonList) return `it has a list of more than ${LIMITS.jsonList} entries`
      commas.push(before + 1)
    }
  }
  return null
}

function endOfText(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}
