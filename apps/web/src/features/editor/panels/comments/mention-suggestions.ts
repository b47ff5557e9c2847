/** What is typed after an @ and before the caret. */
const TYPED = /(?<![\p{L}\p{N}])@([^@\n]{0,50})$/u
const MOST = 6

export interface Suggestions {
  /** Where the @ stands in the text. */
  readonly from: number
  readonly names: readonly string[]
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Who may be meant by what is being typed before the caret; null while no name is typed, or it is complete. */
export function suggestionsAt(text: string, caret: number, people: readonly string[]): Suggestions | null {
  const typed = TYPED.exec(text.slice(0, caret))?.[1]
  if (typed === undefined) return null
  const names = people.filter((name) => plain(name).startsWith(plain(typed)) && name !== typed).slice(0, MOST)
  return names.length === 0 ? null : { from: caret - typed.length - 1, names }
}
