import { z } from './zod.ts'

/** How long a text is to the person who typed it: code points, so that an emoji counts once. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** A text field; `missing` is the message when nothing was sent. */
export function requiredText(missing: string) {
  return z.string({ error: ({ input }) => (input == null ? missing : 'Must be text') })
}

/** A text of at least `min` characters. */
export function atLeast(min: number, message: string) {
  return z.refine<string>((text) => countCharacters(text) >= min, { error: message })
}

/** A text of at least `min` characters without the spaces at its ends, which are kept all the same. */
export function atLeastTrimmed(min: number, message: string) {
  return z.refine<string>((text) => countCharacters(text.trim()) >= min, { error: message })
}

/** A text of at most `max` characters. */
export function atMost(max: number, message: string) {
  // A text of more than twice as many code units is too long whatever it holds: no need to count.
  return z.refine<string>((text) => text.length <= 2 * max && countCharacters(text) <= max, { error: message })
}
