import { z } from './zod.ts'

/** Length in code points, so that an emoji counts once. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** A text field; `missing` is the message when the field is absent. */
export function requiredText(missing: string) {
  return z.string({ error: ({ input }) => (input == null ? missing : 'Must be text') })
}

/** A text of at least `min` characters. */
export function atLeast(min: number, message: string) {
  return z.refine<string>((text) => countCharacters(text) >= min, { error: message })
}

/** A text of at least `min` characters without surrounding spaces, which stay in the value. */
export function atLeastTrimmed(min: number, message: string) {
  return z.refine<string>((text) => countCharacters(text.trim()) >= min, { error: message })
}

/** A text of at most `max` characters. */
export function atMost(max: number, message: string) {
  // A code point has at most two code units, so longer texts need no counting.
  return z.refine<string>((text) => text.length <= 2 * max && countCharacters(text) <= max, { error: message })
}
