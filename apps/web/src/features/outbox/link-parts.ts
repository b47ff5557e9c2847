export interface TextPart {
  readonly text: string
  /** Absent where the text is no link. */
  readonly href?: string
}

/** A mail's text cut into what is a web address and what is not; nothing is lost or added. */
export function linkParts(text: string): TextPart[] {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
    .filter((part) => part !== '')
    .map((part) => (/^https?:\/\//.test(part) && URL.canParse(part) ? { text: part, href: part } : { text: part }))
}
