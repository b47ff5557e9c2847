import { printable } from './numbers.ts'

/** Names that there are, in place of one that is none: the nearest to it where they are too many. */
export function describeNames(names: readonly string[], asked: string, most = 12): string {
  if (names.length <= most) return names.map(printable).join(', ')
  const wanted = asked.toLowerCase()
  return `${names
    .map((name) => ({ name, edits: editsBetween(name.toLowerCase(), wanted) }))
    .toSorted((one, other) => one.edits - other.edits)
    .slice(0, most)
    .map(({ name }) => printable(name))
    .join(', ')} …`
}

/** How many characters must be added, removed or changed to make one text of the other. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [at, character] of Array.from(one).entries()) {
    const next = [at + 1]
    for (let index = 1; index < row.length; index += 1)
      next.push(
        Math.min(
          (row[index] ?? 0) + 1,
          (next[index - 1] ?? 0) + 1,
          (row[index - 1] ?? 0) + (other[index - 1] === character ? 0 : 1),
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
