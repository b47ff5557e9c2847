import { FLOW_LIMITS } from '../document.ts'
import type { Chart, ChartGroup, ChartLink, ChartNode } from './chart.ts'
import { type Link, takeLink } from './read-link.ts'
import { type NodeMention, takeNode } from './read-node.ts'
import { takePreamble } from './read-preamble.ts'
import { Scanner } from './scanner.ts'
import { readLabel } from './text.ts'

const SEPARATORS = /[\s;]*/y
const COMMENTS = /(?:%%[^\n]*[\s;]*){1,1000}/y
const SPACE = /\s*/y
const SPACES = /[ \t]*/y
const END_OF_STATEMENT = /[ \t]*(?=[\n;]|%%|$)/y
const KEYWORD = /(?:subgraph|end|direction|classDef|class|style|linkStyle|click|accTitle|accDescr)(?=[\s;:{]|$)/y
const UNQUOTED = /[^";\n]*/y
const QUOTED = /(?:"[^"\n]*"){1,100}|"/y
const BLOCK = /\s*\{[^}]*\}?/y
const DIRECTION = /[ \t]+(?:TB|TD|BT|RL|LR)(?=[\s;]|$)/y
const GROUP_NAME = /[^\s["';]+/y
const REST_OF_LINE = /[^\n;]*/y
const CLASS_LIMIT = 200
const CLASS_NAME = /\s([\w-]+)$/

/** Several times the length of the largest flow, in characters. */
const MAX_LENGTH = 4_000_000

const MAX_DEPTH = 20

interface OpenGroup {
  readonly id: string
  readonly label: string
  /** Nodes that are mentioned inside. */
  readonly members: Set<string>
}

/** Parses a Mermaid flowchart. Throws `MermaidSyntaxError` at the first fault. */
export function readChart(text: string): Chart {
  const scanner = new Scanner(text.replace(/\r\n?/g, '\n'))
  if (text.length > MAX_LENGTH) scanner.fail(`the text is longer than ${MAX_LENGTH} characters`)
  const { title } = takePreamble(scanner)
  const reader = new ChartReader(scanner)
  reader.takeStatements()
  return { title, ...reader.chart() }
}

class ChartReader {
  readonly #scanner: Scanner
  readonly #nodes = new Map<string, ChartNode>()
  readonly #links: ChartLink[] = []
  readonly #linkIds = new Set<string>()
  readonly #groups = new Map<string, ChartGroup>()
  readonly #nodeParents = new Map<string, string>()
  readonly #groupParents = new Map<string, string>()
  readonly #open: OpenGroup[] = []

  constructor(scanner: Scanner) {
    this.#scanner = scanner
  }

  chart(): Omit<Chart, 'title'> {
    const isNode = ([id]: [string, unknown]) => !this.#groups.has(id)
    return {
      nodes: new Map([...this.#nodes].filter(isNode)),
      links: this.#links,
      groups: this.#groups,
      parents: new Map([...[...this.#nodeParents].filter(isNode), ...this.#groupParents]),
    }
  }

  takeStatements(): void {
    const scanner = this.#scanner
    for (this.#skipToStatement(); !scanner.isAtEnd(); this.#skipToStatement()) {
      const keyword = scanner.take(KEYWORD)
      if (keyword === null) this.#takeChain()
      else this.#statements[keyword]?.()
      if (scanner.take(END_OF_STATEMENT) === null) {
        scanner.expected(keyword === null ? 'a link such as “-->”, or the end of the line,' : 'the end of the line')
      }
    }
    const unclosed = this.#open.at(-1)
    if (unclosed) scanner.fail(`“end” is expected: the subgraph “${unclosed.label}” is not closed`)
  }

  readonly #statements: Readonly<Record<string, () => void>> = {
    subgraph: () => this.#openGroup(),
    end: () => this.#closeGroup(),
    direction: () => void (this.#scanner.take(DIRECTION) ?? this.#scanner.expected('a direction such as LR')),
    class: () => this.#takeClasses(),
    accDescr: () => void (this.#scanner.take(BLOCK) ?? this.#scanner.take(REST_OF_LINE)),
    accTitle: () => void this.#scanner.take(REST_OF_LINE),
    classDef: () => void this.#takeRest(),
    style: () => void this.#takeRest(),
    linkStyle: () => void this.#takeRest(),
    click: () => void this.#takeRest(),
  }

  /** `a & b --> c --> d`: links every node of a step to every node of the next. */
  #takeChain(): void {
    let from = this.#takeNodes()
    for (let link = takeLink(this.#scanner); link !== null; link = takeLink(this.#scanner)) {
      const to = this.#takeNodes()
      this.#link(from, link, to)
      from = to
    }
  }

  #takeNodes(): string[] {
    const scanner = this.#scanner
    const ids: string[] = []
    while (true) {
      const mention = takeNode(scanner)
      if (!this.#linkIds.has(mention.id)) this.#addMention(mention)
      ids.push(mention.id)
      const end = scanner.at
      scanner.take(SPACES)
      if (!scanner.takeText('&')) {
        scanner.at = end
        return ids
      }
      scanner.take(SPACE)
    }
  }

  #addMention({ id, label, shape, classes }: NodeMention): void {
    const earlier = this.#nodes.get(id) ?? { label: id, shape: null, classes: [] }
    const next = {
      label: label ?? earlier.label,
      shape: shape ?? earlier.shape,
      classes: classes.length === 0 ? earlier.classes : [...earlier.classes, ...classes],
    }
    this.#nodes.set(id, next)
    if (this.#nodes.size > FLOW_LIMITS.nodes) this.#scanner.fail(`there are more than ${FLOW_LIMITS.nodes} nodes`)
    this.#open.at(-1)?.members.add(id)
  }

  #link(sources: readonly string[], link: Link, targets: readonly string[]): void {
    if (link.id !== null) this.#linkIds.add(link.id)
    if (link.isInvisible) return
    const { text, dashed, direction } = link
    for (const source of sources)
      for (const target of targets) {
        const [from, to] = direction === 'back' ? [target, source] : [source, target]
        this.#links.push({ from, to, text, dashed, bothWays: direction === 'both' })
        if (this.#links.length > FLOW_LIMITS.edges) this.#scanner.fail(`there are more than ${FLOW_LIMITS.edges} links`)
      }
  }

  #openGroup(): void {
    const scanner = this.#scanner
    if (this.#open.length >= MAX_DEPTH) scanner.fail(`subgraphs are nested deeper than ${MAX_DEPTH}`)
    scanner.take(SPACES)
    const named = scanner.text[scanner.at] === '"' ? this.#takeTitle() : this.#takeGroupName()
    const isTaken = this.#groups.has(named.id) || named.id === ''
    // Unique, because an id in the text contains no space.
    const id = isTaken ? `${named.id} ${this.#groups.size}` : named.id
    const parent = this.#open.at(-1)
    this.#groups.set(id, { label: named.label })
    if (this.#groups.size > FLOW_LIMITS.groups) scanner.fail(`there are more than ${FLOW_LIMITS.groups} subgraphs`)
    if (parent) this.#groupParents.set(id, parent.id)
    this.#open.push({ id, label: named.label, members: new Set() })
  }

  #takeTitle(): { id: string; label: string } {
    const label = readLabel(this.#scanner.takeQuoted())
    return { id: label, label }
  }

  /** `id`, `id [label]`, or a title of several words. */
  #takeGroupName(): { id: string; label: string } {
    const scanner = this.#scanner
    const id = scanner.take(GROUP_NAME) ?? ''
    scanner.take(SPACES)
    if (!scanner.takeText('[')) {
      const label = readLabel(`${id} ${scanner.take(REST_OF_LINE) ?? ''}`)
      return { id: label, label }
    }
    scanner.take(SPACES)
    const isQuoted = scanner.text[scanner.at] === '"'
    const raw = isQuoted ? scanner.takeQuoted() : (scanner.take(/[^\]\n]*/y) ?? '')
    scanner.take(SPACES)
    if (!scanner.takeText(']')) scanner.expected('“]”')
    return { id, label: readLabel(raw) }
  }

  /** A node that several groups mention belongs to the one that is closed first, as in Mermaid. */
  #closeGroup(): void {
    const group = this.#open.pop() ?? this.#scanner.fail('“end” closes no subgraph', this.#scanner.at - 'end'.length)
    for (const member of group.members) if (!this.#nodeParents.has(member)) this.#nodeParents.set(member, group.id)
  }

  /** `class a,b name` adds a class to nodes, as `a:::name` does. */
  #takeClasses(): void {
    const statement = this.#takeRest().trim()
    const name = CLASS_NAME.exec(statement.slice(-CLASS_LIMIT))?.[1]
    if (name === undefined) return
    for (const id of statement.slice(0, -name.length).split(',')) {
      const node = this.#nodes.get(id.trim())
      if (node) this.#nodes.set(id.trim(), { ...node, classes: [...node.classes, name] })
    }
  }

  #skipToStatement(): void {
    this.#scanner.take(SEPARATORS)
    while (this.#scanner.take(COMMENTS) !== null);
  }

  /** Consumes a statement that only affects appearance; a quoted text may contain line ends and semicolons. */
  #takeRest(): string {
    const start = this.#scanner.at
    do this.#scanner.take(UNQUOTED)
    while (this.#scanner.take(QUOTED) !== null)
    return this.#scanner.text.slice(start, this.#scanner.at)
  }
}
