const TOKENS: Readonly<Record<string, string>> = {
  '#': '([\\d.]+)',
  '<name>': '([\\w.-]+)',
  '<relation>': '([<>]=?)',
  '<unit>': '(?: ?(ms|s|%|rps)\\b)?',
  '<when>': '((?:before|during|after|in|at|by)(?: the)? (?:spike|window|[\\d.]+(?: ?- ?[\\d.]+)? s))',
  '<any>': '(.*?)',
}

/** What may follow a text: a remark in brackets or after a comma. */
const END = '(?=$|[;,]| \\()'

/**
 * The pattern of a text: `#` is a number, `a|b` between braces one of several words, the other tokens stand above. Each of them is
 * a group, in their order.
 */
export const pattern = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split(/(#|<\w+>|\{[^}]*\})/)
      .map(
        (part) =>
          TOKENS[part] ??
          (part.startsWith('{') ? `(${part.slice(1, -1)})` : part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')),
      )
      .join('')}${END}`,
  )

/** What the first template that fits a text makes of its words; null: none fits. */
export function readBy<T>(
  table: readonly (readonly [template: string, make: (...words: string[]) => T])[],
  text: string,
): T | null {
  for (const [template, make] of table) {
    const words = pattern(template).exec(text)
    if (words !== null) return make(...words.slice(1).map((word) => word ?? ''))
  }
  return null
}
