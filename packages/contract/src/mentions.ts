/** A part of a comment: plain text, or a person that it names by `@`. */
export interface CommentPart {
  readonly text: string
  readonly isMention: boolean
}

/** A comment in parts, by the names of those who can be mentioned; the longest name that fits counts. */
export function commentParts(text: string, names: readonly string[]): CommentPart[] {
  const found = names.filter((name) => name !== '').toSorted((a, b) => b.length - a.length)
  if (found.length === 0) return [{ text, isMention: false }]
  const escaped = found.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  // Whole words: `@Ann Lee` is neither in `@Ann Leeson` nor in `x@Ann Lee`.
  const mention = new RegExp(`((?<![\\p{L}\\p{N}])@(?:${escaped.join('|')})(?![\\p{L}\\p{N}]))`, 'u')
  return text.split(mention).flatMap((part, index) => (part === '' ? [] : [{ text: part, isMention: index % 2 === 1 }]))
}

/** Who of these is mentioned: each name once. */
export function mentionsIn(text: string, names: readonly string[]): string[] {
  const mentions = commentParts(text, names).filter(({ isMention }) => isMention)
  return [...new Set(mentions.map((part) => part.text.slice(1)))]
}
