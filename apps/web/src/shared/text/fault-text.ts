/** What is wrong with a document, and where; the path has a dot for each level. */
interface Fault {
  readonly path: string
  readonly message: string
}

/** Of labels and values; in characters. */
const LONGEST = 40

/** A fault in words: “nodes.0.type of “Orders”: “Spaceship” is not a kind of component”. */
export function faultText(document: unknown, { path, message }: Fault): string {
  const keys = path.split('.')
  const label = labelOf(valueAt(document, keys.slice(0, 2)))
  const value = valueAt(document, keys)
  const place = `${path || 'the document'}${label && ` of ${quoted(label)}`}`
  if (typeof value === 'string') return `${place}: ${quoted(value)} ${message}`
  return typeof value === 'number' || typeof value === 'boolean'
    ? `${place}: ${value} ${message}`
    : `${place} ${message}`
}

const labelOf = (element: unknown): string =>
  [valueAt(element, ['data', 'label']), valueAt(element, ['label'])].find((label) => typeof label === 'string') ?? ''

function valueAt(document: unknown, keys: readonly string[]): unknown {
  let value = document
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  return value
}

const quoted = (text: string): string => `“${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}”`
