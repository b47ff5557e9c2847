/** A text of at most so many characters; a longer one ends in "…". */
export const shortened = (text: string, limit: number): string =>
  text.length > limit ? `${text.slice(0, limit - 1)}…` : text
