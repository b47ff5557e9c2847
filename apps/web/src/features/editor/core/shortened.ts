import { NAME_LIMIT } from './editor.config.ts'

/** A text of at most so many characters, as many as a name may show unless said; a longer one ends in "…". */
export const shortened = (text: string, limit: number = NAME_LIMIT): string =>
  text.length > limit ? `${text.slice(0, limit - 1)}…` : text
