/** The rules that load the page's letters for these characters, with the files in them: a picture has no page to take them from. */
export async function embeddedFonts(family: string, characters: Iterable<string>): Promise<string> {
  const codes = new Set(Array.from(characters, (character) => character.codePointAt(0) ?? 0))
  const faces = fontFaces(family).filter(({ rule }) => holdsAny(rule.style.getPropertyValue('unicode-range'), codes))
  const rules = await Promise.all(faces.map(embedded))
  return rules.filter((rule) => rule !== null).join('')
}

export interface Face {
  readonly rule: CSSFontFaceRule
  readonly base: string
}

export function fontFaces(family: string): Face[] {
  return [...document.styleSheets].flatMap((sheet) => {
    const base = sheet.href ?? location.href
    return [...sheet.cssRules]
      .filter((rule) => rule instanceof CSSFontFaceRule)
      .filter(({ style }) => style.getPropertyValue('font-family').replace(/["']/g, '') === family)
      .map((rule) => ({ rule, base }))
  })
}

/** Without the file the picture names the letters, and is drawn with others where they are not installed. */
async function embedded({ rule: { style }, base }: Face): Promise<string | null> {
  const [, url] = /url\(["']?([^"')]+)/.exec(style.getPropertyValue('src')) ?? []
  if (url === undefined) return null
  const answer = await fetch(new URL(url, base)).catch(() => null)
  if (!answer?.ok) return null
  const address = await dataAddress(await answer.blob())
  const kept = ['font-family', 'font-style', 'font-weight', 'unicode-range']
    .map((name) => `${name}:${style.getPropertyValue(name)};`)
    .join('')
  return `@font-face{${kept}src:url(${address}) format("woff2")}`
}

function dataAddress(file: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.onload = () => resolve(String(reader.result))
  reader.onerror = () => reject(reader.error)
  reader.readAsDataURL(file)
  return promise
}

/** Whether `U+0-FF, U+131, U+2??` names one of the characters; no range names all. */
export function holdsAny(ranges: string, codes: ReadonlySet<number>): boolean {
  if (ranges.trim() === '') return true
  return ranges.split(',').some((range) => {
    const [from = '', to = from] = range.trim().replace(/^U\+/i, '').split('-')
    const first = Number.parseInt(from.replaceAll('?', '0'), 16)
    const last = Number.parseInt(to.replaceAll('?', 'F'), 16)
    return [...codes].some((code) => code >= first && code <= last)
  })
}
