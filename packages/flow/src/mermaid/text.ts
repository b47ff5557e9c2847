const NAMED: Readonly<Record<string, string>> = {
  quot: '"',
  amp: '&',
  lt: '<',
  gt: '>',
  apos: "'",
  nbsp: ' ',
}

const ENTITY = /#(\d{1,7}|[a-z]+);|&(?:#(\d{1,7})|([a-z]+));/gi
const LINE_BREAK = /<br\s*\/?>/gi
const TAG = /<\/?(?:b|i|u|em|strong|small|sub|sup|code|span|div|p|font|center)(?:\s[^<>]*)?>/gi
const ICON = /\bfa[a-z]?:fa-[\w-]+\s*/g
const HIGHEST_CODE_POINT = 0x10ffff

/** What must not stand in a quoted label as it is: it would end it, or be read as an entity, a tag, an icon, a formula or a list. */
const SPECIAL =
  /["#&<>\\$`\p{Cc}\p{Zl}\p{Zp}]|(?<=\bfa[a-z]?):(?=fa-)|(?<=^\d+)[.)]|^[-*+]|^\s|\s$|(?<=\s)\s|[^\S ]|[\uD800-\uDFFF]/gu

/** A label as Mermaid writes it between quotes; `readLabel` gives back the same text. */
export function writeLabel(text: string): string {
  const safe = text.replace(SPECIAL, (character) => `#${character.codePointAt(0)};`)
  return `"${safe === '' ? ' ' : safe}"`
}

/** What YAML takes as the end of a line or refuses as not printable, and JSON leaves as it is. */
const NOT_IN_YAML = /[\p{Cc}\p{Zl}\p{Zp}\uFEFF\uFFFE\uFFFF]/gu

/** A title as a YAML string on one line; JSON escapes mean the same in YAML. */
export function writeTitle(text: string): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(text).replace(NOT_IN_YAML, escaped)
}

/** What a label says, without markup. */
export function readLabel(raw: string): string {
  const isMarkdown = raw.length > 1 && raw.startsWith('`') && raw.endsWith('`')
  const text = isMarkdown ? withoutEmphasis(raw.slice(1, -1)) : raw
  return text
    .replace(LINE_BREAK, ' ')
    .replace(TAG, '')
    .replace(ICON, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(ENTITY, decoded)
}

function decoded(entity: string, number?: string, htmlNumber?: string, htmlName?: string): string {
  const digits = /^\d/.test(number ?? '') ? number : htmlNumber
  if (digits === undefined) return NAMED[(htmlName ?? number ?? '').toLowerCase()] ?? entity
  const code = Number(digits)
  return code <= HIGHEST_CODE_POINT ? String.fromCodePoint(code) : entity
}

const withoutEmphasis = (text: string): string =>
  text.replace(/\*\*|__/g, '').replace(/(?<=^|[\s(])[*_](?=\S)|(?<=\S)[*_](?=$|[\s).,;:!?])/g, '')
