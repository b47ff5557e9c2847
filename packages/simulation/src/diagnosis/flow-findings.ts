import { type Elements, leastOf, type NodeElement, numbersOf } from './elements.ts'
import type { Finding } from './finding.ts'
import type { RunMeasures } from './run-measures.ts'
import { counted, figure, listed } from './words.ts'

/** What the drawing alone tells; the figures say how many requests it costs, 0 before the first ones. */
export function flowFindings({ nodes, callers }: Elements, { mix, ...figures }: RunMeasures): Finding[] {
  const all = [...nodes.values()]
  const clients = all.filter((node) => numbersOf(node, 'users').length > 0)
  const active = clients.filter((node) => leastOf(node, 'users') < Number.POSITIVE_INFINITY)
  const reached = reachedFrom(active, nodes)
  const offeredTo = new Map(figures.nodes.map(({ id, offered }) => [id, offered]))
  const offered = (node: NodeElement) => offeredTo.get(node.id) ?? 0

  const findings: Finding[] = []
  if (active.length === 0) findings.push(noClient(clients))
  for (const node of all) {
    if (clients.includes(node)) {
      if (active.includes(node) && node.out.length === 0) findings.push(leadsNowhere(node, offered(node)))
    } else if (!reached.has(node.id)) {
      if (active.length > 0) findings.push(notReached(node))
    } else if (node.out.length === 0) {
      findings.push(...endsAt(node, { offered: offered(node), mix, nodes, callers: callers.get(node.id) ?? [] }))
    }
  }
  return findings
}

const WITHOUT_CHANGE = { changes: [], formula: null } as const

const noClient = (clients: readonly NodeElement[]): Finding => ({
  ...WITHOUT_CHANGE,
  kind: 'no-client',
  element: { of: 'flow' },
  sentence:
    clients.length === 0
      ? 'No client makes requests: the flow has none.'
      : `No client makes requests: ${listed(clients.map(({ name }) => name))} ${clients.length === 1 ? 'has' : 'have'} 0 users.`,
  cause: 'Requests begin at the users of a client.',
  evidence: [{ label: 'Clients with users', value: 0, unit: 'clients' }],
  changes: clients.flatMap((client) =>
    numbersOf(client, 'users').map(({ name, property, value }) => ({
      of: 'node' as const,
      id: client.id,
      property: name,
      label: property.label,
      from: value,
      to: property.type === 'number' ? property.default : value,
    })),
  ),
  formula: clients.length === 0 ? null : 'The default number of users',
  harmedPerS: 0,
})

const leadsNowhere = ({ id, name }: NodeElement, offered: number): Finding => ({
  ...WITHOUT_CHANGE,
  kind: 'not-reached',
  element: { of: 'node', id },
  sentence: `${name} is not connected: its requests have nowhere to go.`,
  cause: 'No connection leaves it.',
  evidence: [{ label: 'Connections that leave it', value: 0, unit: 'connections' }],
  harmedPerS: offered,
})

const notReached = ({ id, name, ...node }: NodeElement): Finding => ({
  ...WITHOUT_CHANGE,
  kind: 'not-reached',
  element: { of: 'node', id },
  sentence: `${name} gets no requests: no client reaches it.`,
  cause: `No chain of connections leads from a client with users to it${node.out.length > 0 ? ', only away from it' : ''}.`,
  evidence: [{ label: 'Requests that arrived', value: 0, unit: 'rps' }],
  harmedPerS: 0,
})

interface Traffic {
  readonly offered: number
  readonly mix: RunMeasures['mix']
  readonly nodes: Elements['nodes']
  /** The nodes that call it. */
  readonly callers: readonly NodeElement[]
}

/** Of a node that requests reach and do not leave. */
function endsAt({ id, name, answers }: NodeElement, { offered, mix, nodes, callers }: Traffic): Finding[] {
  const missing = Object.keys(mix).filter(
    (type) =>
      (mix[type] ?? 0) > 0 &&
      !answers.includes(type) &&
      !callers.every((caller) => isAnsweredBeside(caller, type, nodes)),
  )
  if (missing.length === 0) return []
  const harmed = offered * missing.reduce((sum, type) => sum + (mix[type] ?? 0), 0)
  const evidence = [
    { label: 'Requests that arrived', value: offered, unit: 'rps' },
    { label: 'Of types that it cannot answer', value: harmed, unit: 'rps' },
  ]
  const element = { of: 'node', id } as const
  if (answers.length === 0) {
    return [
      {
        ...WITHOUT_CHANGE,
        kind: 'ends-at-balancer',
        element,
        sentence: `Requests end at ${name}: ${figure(offered)} rps arrive, and no connection leaves it.`,
        cause: 'It passes requests on and answers none.',
        evidence,
        harmedPerS: harmed,
      },
    ]
  }
  const types = listed(missing.map((type) => type.toLowerCase()))
  return [
    {
      ...WITHOUT_CHANGE,
      kind: 'dead-end',
      element,
      sentence: `${types.charAt(0).toUpperCase()}${types.slice(1)} requests have nowhere to go from ${name}: ${figure(harmed)} of ${counted(offered, 'rps', 'rps')}.`,
      cause: `It answers ${listed(answers.map((type) => type.toLowerCase()))} requests only, and no connection leads on to what answers the others.`,
      evidence,
      harmedPerS: harmed,
    },
  ]
}

/** Whether the caller answers requests of a type, or calls something else for them. */
function isAnsweredBeside(caller: NodeElement, type: string, nodes: Elements['nodes']): boolean {
  if (caller.answers.includes(type)) return true
  return [...reachedFrom([caller], nodes)].some((id) => nodes.get(id)?.answers.includes(type))
}

function reachedFrom(sources: readonly NodeElement[], nodes: Elements['nodes']): ReadonlySet<string> {
  const reached = new Set<string>()
  const open = [...sources]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const { target } of node.out) {
      const next = nodes.get(target)
      if (next === undefined || reached.has(target)) continue
      reached.add(target)
      open.push(next)
    }
  }
  return reached
}
