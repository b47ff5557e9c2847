/** Where a text stops being JSON, counted from 1, and what should stand there. */
export interface JsonFault {
  readonly line: number
  readonly column: number
  readonly expected: string
}

const SPACE = /[ \t\n\r]*/y
const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids just these in texts.
const PLAIN = /[^"\\\u0000-\u001f]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** The first fault of a text that `JSON.parse` refuses; browsers differ in what they tell, and some tell no place. */
export function findJsonFault(text: string): JsonFault {
  let at = 0
  const open: ('{' | '[')[] = []

  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? ''
    at += found.length
    return found
  }
  const next = (): string => {
    take(SPACE)
    return text[at] ?? ''
  }
  const fault = (expected: string): JsonFault => {
    const before = text.slice(0, at)
    const line = before.split('\n').length
    return { line, column: at - before.lastIndexOf('\n'), expected }
  }
  /** Reads a text; gives back what is wrong with it. */
  const takeText = (): string | null => {
    at += 1
    do take(PLAIN)
    while (take(ESCAPE) !== '')
    if (text[at] === '"') {
      at += 1
      return null
    }
    return text[at] === '\\' ? 'a known escape such as \\n' : 'a closing quote'
  }
  /** Reads a key with its colon; gives back what is wrong with it. */
  const takeKey = (): string | null => {
    if (next() !== '"') return 'a key in double quotes'
    const wrong = takeText()
    if (wrong !== null) return wrong
    if (next() !== ':') return '":"'
    at += 1
    return null
  }

  let expectsValue = true
  while (true) {
    const character = next()
    const inside = open.at(-1)
    if (expectsValue) {
      if (character === '{' || character === '[') {
        at += 1
        const closing = character === '{' ? '}' : ']'
        if (next() === closing) {
          at += 1
          expectsValue = false
          continue
        }
        open.push(character)
        const wrong = character === '{' ? takeKey() : null
        if (wrong !== null) return fault(wrong)
        continue
      }
      const wrong = character === '"' ? takeText() : take(LITERAL) === '' ? 'a value' : null
      if (wrong !== null) return fault(wrong)
      expectsValue = false
      continue
    }
    if (inside === undefined) return fault('the end of the document')
    if (character === ',') {
      at += 1
      const wrong = inside === '{' ? takeKey() : null
      if (wrong !== null) return fault(wrong)
      expectsValue = true
      continue
    }
    if (character !== (inside === '{' ? '}' : ']')) return fault(inside === '{' ? '"," or "}"' : '"," or "]"')
    at += 1
    open.pop()
  }
}
