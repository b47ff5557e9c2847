const marksOf = (name: string) => [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`] as const

/** A page with a section of this name in place of the one that it had; at its end where it had none. */
export function withSection(page: string, name: string, text: string): string {
  const [begin, end] = marksOf(name)
  const section = `${begin}\n${text}${end}\n`
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  return from < 0 ? `${page.trimEnd()}\n\n${section}` : page.slice(0, from) + section + page.slice(to + end.length + 1)
}

/** The text of a section; undefined where the page has none of this name. */
export function sectionOf(page: string, name: string): string | undefined {
  const [begin, end] = marksOf(name)
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  return from < 0 ? undefined : page.slice(from + begin.length + 1, to)
}
