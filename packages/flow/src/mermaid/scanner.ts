import type { MermaidFault } from './chart.ts'

/** The limit of a node's label. */
const LONGEST_LABEL = 10_000

/** Thrown at the first syntax error. */
export class MermaidSyntaxError extends Error {
  readonly fault: MermaidFault

  constructor(fault: MermaidFault) {
    super(fault.message)
    this.fault = fault
  }
}

/** Consumes a text from left to right by sticky patterns. */
export class Scanner {
  readonly text: string
  at = 0

  constructor(text: string) {
    this.text = text
  }

  /** Consumes and returns what the sticky pattern matches here; null when it does not match. */
  take(pattern: RegExp): string | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0] ?? null
    if (found !== null) this.at += found.length
    return found
  }

  takeText(text: string): boolean {
    const isHere = this.text.startsWith(text, this.at)
    if (isHere) this.at += text.length
    return isHere
  }

  isAtEnd(): boolean {
    return this.at >= this.text.length
  }

  /** Consumes a quoted text and returns what is between the quotes. */
  takeQuoted(): string {
    const end = this.text.indexOf('"', this.at + 1)
    if (end < 0) this.fail('the text in quotes has no closing quote')
    const content = this.text.slice(this.at + 1, end)
    this.notTooLong(content)
    this.at = end + 1
    return content
  }

  notTooLong(label: string): string {
    return label.length > LONGEST_LABEL ? this.fail(`a text is longer than ${LONGEST_LABEL} characters`) : label
  }

  expected(what: string): never {
    const [found] = this.text.slice(this.at, this.at + 200).split('\n', 1)
    const shown = found && found.length > 20 ? `${[...found].slice(0, 20).join('')}…` : found
    return this.fail(`${what} is expected, not ${shown ? `“${shown}”` : this.isAtEnd() ? 'the end' : 'a new line'}`)
  }

  fail(message: string, at: number = this.at): never {
    const before = this.text.slice(0, at)
    const line = before.split('\n').length
    throw new MermaidSyntaxError({ line, column: at - before.lastIndexOf('\n'), message })
  }
}
