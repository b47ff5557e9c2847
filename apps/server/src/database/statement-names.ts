/** Texts that come again, at most: each takes memory on each connection. */
const MOST_NAMES = 300
/** Lists of values make a text for each of their lengths. */
const MOST_PARAMETERS = 20
/** How often a text comes before it gets a name. */
const NAMED_FROM = 3

/**
 * Names the statements that come again and again. PostgreSQL parses and plans a named one once on a connection, which takes longer than to
 * answer a short one. See docs/performance.md.
 */
export function createStatementNames() {
  const counts = new Map<string, number>()
  const names = new Map<string, string>()

  return function nameOf(text: string, parameters: readonly unknown[]): string | undefined {
    // Without parameters it goes as a simple query, such as the end of a transaction.
    if (parameters.length === 0 || parameters.length > MOST_PARAMETERS) return undefined
    const name = names.get(text)
    if (name !== undefined || names.size === MOST_NAMES) return name
    const count = (counts.get(text) ?? 0) + 1
    if (count < NAMED_FROM) {
      // What comes rarely is forgotten with the rest.
      if (counts.size === MOST_NAMES) counts.clear()
      counts.set(text, count)
      return undefined
    }
    counts.delete(text)
    names.set(text, `plimsoll_${names.size}`)
    return names.get(text)
  }
}
