import { HITS } from './blocks-run.ts'
import { childrenOf, parse, type SyntaxNode } from './syntax.ts'

/** A stretch of code that runs from its beginning or not at all. */
export interface Block {
  start: number
  end: number
}

export interface Instrumented {
  text: string
  /** The first is the whole file. */
  blocks: readonly Block[]
}

interface Insertion {
  at: number
  text: string
}

/** Makes a module note which of its blocks run. */
export function instrument(file: string, text: string): Instrumented {
  const program = parse(file, text)
  const blocks: Block[] = [{ start: 0, end: text.length }]
  const insertions: Insertion[] = []
  const note = ({ start, end }: Block) => `${HITS}[${blocks.push({ start, end }) - 1}]=1`

  const visit = (node: SyntaxNode, parent: SyntaxNode | null) => {
    const closing = wrap(node, parent)
    for (const child of childrenOf(node)) visit(child, node)
    if (closing) insertions.push({ at: node.end, text: closing })
  }
  /** Returns what closes what it opened. */
  const wrap = (node: SyntaxNode, parent: SyntaxNode | null): string => {
    if (node.type === 'BlockStatement') insertions.push({ at: node.start + 1, text: `${note(node)};` })
    else if (parent?.type === 'SwitchCase' && parent.consequent[0] === node)
      insertions.push({ at: node.start, text: `${note(parent as SyntaxNode)};` })
    else if (parent?.type === 'ArrowFunctionExpression' && parent.body === node) {
      insertions.push({ at: node.start, text: `(${note(node)},(` })
      return '))'
    } else if (parent && isBranch(node, parent)) {
      insertions.push({ at: node.start, text: `{${note(node)};` })
      return '}'
    }
    return ''
  }
  visit(program, null)
  const prelude = `const ${HITS}=(globalThis.${HITS}??={})[${JSON.stringify(file)}]??=new Uint8Array(${blocks.length});${HITS}[0]=1;`
  return { text: prelude + inserted(text, insertions), blocks }
}

/** The innermost block around a stretch of text. */
export function blockAround(blocks: readonly Block[], { start, end }: Block): number {
  let best = 0
  for (const [index, block] of blocks.entries()) {
    const known = blocks[best] as Block
    const isInside = block.start <= start && end <= block.end
    if (isInside && block.end - block.start <= known.end - known.start) best = index
  }
  return best
}

const LOOPS = ['ForStatement', 'ForOfStatement', 'ForInStatement', 'WhileStatement', 'DoWhileStatement']

/** Whether the node is a statement that runs only if its parent says so. */
function isBranch(node: SyntaxNode, parent: SyntaxNode): boolean {
  if (parent.type === 'IfStatement') return parent.consequent === node || parent.alternate === node
  return LOOPS.includes(parent.type) && parent.body === node
}

function inserted(text: string, insertions: Insertion[]): string {
  let result = ''
  let done = 0
  for (const { at, text: added } of insertions.sort((one, other) => one.at - other.at)) {
    result += text.slice(done, at) + added
    done = at
  }
  return result + text.slice(done)
}
