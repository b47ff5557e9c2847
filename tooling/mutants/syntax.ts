import { parseAst } from 'vitest/node'

/** A node of the syntax tree, as ESTree describes it; `start` and `end` are offsets into the text. */
export interface SyntaxNode {
  type: string
  start: number
  end: number
  // Each type of node has fields of its own; the few that are read are checked where they are read.
  // biome-ignore lint/suspicious/noExplicitAny: a table of all node types would be longer than this tool.
  [field: string]: any
}

/** Throws where the text is not valid. */
export function parse(file: string, text: string): SyntaxNode {
  return parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as SyntaxNode
}

/** The nodes directly below a node. What only the type checker reads is left out. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node)
    .flat()
    .filter((value): value is SyntaxNode => typeof value?.type === 'string' && typeof value.start === 'number')
    .filter(({ type, importKind, exportKind }) => !isType(type) && importKind !== 'type' && exportKind !== 'type')
}

/** `x as T`, `x satisfies T` and `x!` hold code; all else that begins with TS is a type. */
const WITH_CODE = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'TSParameterProperty']
const isType = (type: string) => type.startsWith('TS') && !WITH_CODE.includes(type)
