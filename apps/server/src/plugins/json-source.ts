/** A JSON body as it arrived: its text, and where each member of the outermost object stands in it. */
export interface JsonSource {
  text: string
  members: ReadonlyMap<string, readonly [start: number, end: number]>
}

/** The text of one member, exactly as sent; undefined when the body does not have it. */
export function memberText({ text, members }: JsonSource, name: string): string | undefined {
  const range = members.get(name)
  return range && text.slice(range[0], range[1])
}
