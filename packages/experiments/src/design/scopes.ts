import { makesRequests } from '@plimsoll/catalog'
import { isAboutRequests, type Objective, type Scope } from '@plimsoll/event-engine'
import type { Flow } from '@plimsoll/flow'
import { REQUEST_TYPES } from '@plimsoll/simulation'
import { describeNames } from '../words/names.ts'
import { printable } from '../words/numbers.ts'
import type { NamedObjective } from './objectives.ts'
import { clientNames, describeUnknown, findByName } from './part-names.ts'

/** The objective with the part of the flow that it names; a text says what is wrong with the name. */
export function withScope(flow: Flow, { at, ...objective }: NamedObjective): Objective | string {
  if (at === null) return objective
  const scope = scopeOf(flow, at)
  if (typeof scope === 'string') return `${objective.metric}@${printable(at)} ${scope}`
  const isOfRequests = isAboutRequests(objective.metric)
  if (isOfRequests !== (scope.by !== 'edge'))
    return `${objective.metric}@${printable(at)} ${isOfRequests ? 'is about requests: name a component, client:… or type:…' : 'is about messages: name a connection'}`
  return { ...objective, scope }
}

function scopeOf(flow: Flow, at: string): Scope | string {
  const [, by, named = at] = /^(client|type):(.*)$/.exec(at) ?? []
  const name = named.trim()
  if (by === 'type') {
    const type = REQUEST_TYPES.find((one) => one.toLowerCase() === name.toLowerCase())
    return type === undefined ? `names none of the types ${REQUEST_TYPES.join(', ')}` : { by, id: type, name: type }
  }
  const found = findByName(flow, name, by === 'client' ? ['nodes'] : ['nodes', 'edges'])
  if (typeof found === 'string') return found
  if (found === null) return describeUnknown(flow, name)
  const { of, id, index } = found
  const node = of === 'nodes' ? flow.nodes[index] : undefined
  const isClient = node !== undefined && makesRequests(node.type)
  if (by === 'client' && !isClient) return `names no client. There are: ${describeNames(clientNames(flow), name)}`
  return { by: isClient ? 'client' : of === 'nodes' ? 'node' : 'edge', id, name: flow[of][index]?.data.label || id }
}
