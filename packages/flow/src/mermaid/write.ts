import { edgeKind } from '@plimsoll/catalog'
import type { Flow, FlowEdge, FlowGroup, FlowNode } from '../document.ts'
import { groupsOf } from '../reducer.ts'
import { BRACKETS, KIND_SHAPES } from './shapes.ts'
import { writeLabel, writeTitle } from './text.ts'

interface WriteOptions {
  readonly title: string
  /** The group that contains a node or a group, by id; without cycles. */
  readonly parents: ReadonlyMap<string, string>
}

/**
 * Writes a flow as a Mermaid flowchart: kinds as shapes and class names, groups as subgraphs, the kind and label of an edge as its text.
 * `readMermaid` returns the same kinds, labels, groups and ends. Positions, sizes and properties are lost, as Mermaid has none.
 */
export function writeMermaid(flow: Flow, { title, parents }: WriteOptions): string {
  const names = new Map(flow.nodes.map(({ id }, index) => [id, `n${index + 1}`]))
  const content = new Map<string | undefined, { nodes: FlowNode[]; groups: { group: FlowGroup; name: string }[] }>()
  const contentOf = (parent: string | undefined) => {
    const known = content.get(parent) ?? { nodes: [], groups: [] }
    content.set(parent, known)
    return known
  }
  for (const node of flow.nodes) contentOf(parents.get(node.id)).nodes.push(node)
  for (const [index, group] of groupsOf(flow).entries()) {
    contentOf(parents.get(group.id)).groups.push({ group, name: `g${index + 1}` })
  }

  const write = (parent: string | undefined, indent: string): string[] => {
    const { nodes, groups } = contentOf(parent)
    return [
      ...nodes.map((node) => `${indent}${names.get(node.id)}${nodeText(node)}`),
      ...groups.flatMap(({ group, name }) => [
        `${indent}subgraph ${name}[${writeLabel(group.label)}]`,
        ...write(group.id, `${indent}  `),
        `${indent}end`,
      ]),
    ]
  }
  const links = flow.edges.map((edge) => `  ${names.get(edge.source)} ${linkText(edge)} ${names.get(edge.target)}`)
  const header = ['---', `title: ${writeTitle(title)}`, '---', 'flowchart LR']
  return `${[...header, ...write(undefined, '  '), ...links].join('\n')}\n`
}

function nodeText({ type, data }: FlowNode): string {
  const { open, close } = BRACKETS.find(({ shape }) => shape === KIND_SHAPES[type]) ?? { open: '[', close: ']' }
  return `${open}${writeLabel(data.label)}${close}:::${type.slice(0, 1).toLowerCase()}${type.slice(1)}`
}

function linkText({ type, data }: FlowEdge): string {
  const { label } = edgeKind(type)
  const text = writeLabel(data.label === '' ? label : `${label}: ${data.label}`)
  return `${data.bidirectional ? '<' : ''}${data.dashed ? '-.->' : '-->'}|${text}|`
}
