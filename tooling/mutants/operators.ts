import { childrenOf, parse, type SyntaxNode } from './syntax.ts'

/** Replaces the text from `start` to `end`. */
export interface Edit {
  operator: string
  start: number
  end: number
  replacement: string
}

const SWAPPED: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '**': '*',
  '&': '|',
  '|': '&',
  '<<': '>>',
  '>>': '<<',
  '>>>': '<<',
  '&&': '||',
  '||': '&&',
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '/=': '*=',
  '++': '--',
  '--': '++',
}
const SWAPPED_METHODS: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  push: 'unshift',
  floor: 'ceil',
  ceil: 'floor',
}
const COMPARISONS = ['<', '<=', '>', '>=', '===', '!==']

type Rule = (node: SyntaxNode, text: string) => (Edit | null)[]

/** What is changed, by the type of the node. */
const RULES: Readonly<Record<string, Rule>> = {
  BinaryExpression: swapOperator,
  LogicalExpression: (node, text) => (node.operator === '??' ? [dropFallback(node, text)] : swapOperator(node, text)),
  AssignmentExpression: swapOperator,
  UpdateExpression: (node) => [
    node.prefix
      ? edit('arithmetic', node.start, node.start + 2, swapped(node))
      : edit('arithmetic', node.end - 2, node.end, swapped(node)),
  ],
  UnaryExpression: (node) =>
    ['!', '-'].includes(node.operator) ? [edit('drop sign', node.start, node.start + 1, '')] : [],
  IfStatement: (node, text) => [negate(node.test, text)],
  WhileStatement: (node, text) => [negate(node.test, text)],
  ConditionalExpression: (node, text) => [{ ...negate(node.test, text), operator: 'swap branches' }],
  ExpressionStatement: (node) => (node.directive ? [] : [edit('remove statement', node.start, node.end, ';')]),
  AwaitExpression: ({ start }) => [edit('drop await', start, start + 'await'.length, '')],
  ReturnStatement: ({ argument }) => (argument ? [returned(argument)] : []),
  ArrowFunctionExpression: ({ body }) => (body.type === 'BlockStatement' ? [] : [returned(body)]),
  ArrayExpression: (node) => (node.elements.length ? [edit('empty array', node.start, node.end, '[]')] : []),
  TemplateLiteral: (node) => [edit('empty string', node.start, node.end, '``')],
  Literal: (node) => {
    if (typeof node.value === 'number') return [edit('off by one', node.start, node.end, String(node.value + 1))]
    if (typeof node.value === 'boolean') return [edit('boolean', node.start, node.end, String(!node.value))]
    return node.value && typeof node.value === 'string' ? [edit('empty string', node.start, node.end, "''")] : []
  },
  CallExpression: ({ callee }) => {
    const name = SWAPPED_METHODS[callee.property?.name]
    return name && !callee.computed ? [edit('other method', callee.property.start, callee.property.end, name)] : []
  },
  MemberExpression: (node, text) => {
    const dots = text.indexOf('?.', node.object.end)
    return node.optional && !node.computed ? [edit('drop ?.', dots, dots + 2, '.')] : []
  },
}

/** Every edit of a file that the rules know, in the order of the text. */
export function editsOf(file: string, text: string): Edit[] {
  return below(parse(file, text), text).sort((one, other) => one.start - other.start || one.end - other.end)
}

function below(node: SyntaxNode, text: string): Edit[] {
  const own = (RULES[node.type]?.(node, text) ?? []).filter((one) => one !== null)
  return [
    ...own,
    ...childrenOf(node)
      .filter((child) => isMutated(child, node))
      .flatMap((child) => below(child, text)),
  ]
}

/** Names of modules and properties are no values, and no rule says how the message of an error is worded. */
function isMutated(child: SyntaxNode, parent: SyntaxNode): boolean {
  if (parent.type.startsWith('Import') || parent.source === child) return false
  if (parent.key === child && !parent.computed) return false
  if (parent.type === 'TaggedTemplateExpression' && parent.quasi === child) return false
  return !(parent.type === 'NewExpression' && /Error$/.test(parent.callee.name) && child !== parent.callee)
}

function swapOperator({ left, right, operator }: SyntaxNode, text: string): (Edit | null)[] {
  const other = SWAPPED[operator]
  if (!other || isText(left) || isText(right)) return []
  const start = text.indexOf(operator, left.end)
  const kind = COMPARISONS.includes(operator) ? 'comparison' : /[&|]{2}/.test(operator) ? 'boolean' : 'arithmetic'
  return [edit(kind, start, start + operator.length, other)]
}

const isText = ({ type, value }: SyntaxNode) =>
  type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string')

const swapped = ({ operator }: SyntaxNode) => SWAPPED[operator] as string

const dropFallback = ({ left, end }: SyntaxNode, text: string) =>
  edit('drop fallback', text.indexOf('??', left.end), end, '')

const negate = (test: SyntaxNode, text: string) =>
  edit('negate condition', test.start, test.end, `!(${slice(text, test)})`)

/** A literal that is returned is mutated itself. */
function returned(value: SyntaxNode): Edit | null {
  if (value.type === 'Literal' || value.name === 'undefined') return null
  return edit('return value', value.start, value.end, 'undefined')
}

const slice = (text: string, { start, end }: SyntaxNode) => text.slice(start, end)

const edit = (operator: string, start: number, end: number, replacement: string): Edit => ({
  operator,
  start,
  end,
  replacement,
})
