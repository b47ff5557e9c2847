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

/** What must be escaped in a quoted label: it would end the label or be read as an entity, tag, icon, formula or list. */
const SPECIAL =
  /["#&<>\\$`\p{Cc}\p{Zl}\p{Zp}]|(?<=\bfa[a-z]?):(?=fa-)|(?<=^\d+)[.)]|^[-*+]|^\s|\s$|(?<=\s)\s|[^\S ]|[\uD800-\uDFFF]/gu

/** Writes a label as a quoted Mermaid text; `readLabel` reverses it. */
export function writeLabel(text: string): string {
  const safe = text.replace(SPECIAL, (character) => `#${character.codePointAt(0)};`)
  return `"${safe === '' ? ' ' : safe}"`
}

/** What JSON leaves unescaped but YAML takes as a line end or refuses as not printable. */
const NOT_IN_YAML = /[\p{Cc}\p{Zl}\p{Zp}\uFEFF\uFFFE\uFFFF]/gu

/** Writes a title as a YAML string on one line. JSON escapes are valid in YAML. */
export function writeTitle(text: string): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(text).replace(NOT_IN_YAML, escaped)
}

/** The text of a label without its markup. */
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
