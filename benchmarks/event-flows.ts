import { readFileSync } from 'node:fs'
import { TEMPLATES } from '@plimsoll/catalog'
import { compile, DEFAULT_SETTINGS, type EventModel } from '@plimsoll/event-engine'
import {
  createEdge,
  createNode,
  type Flow,
  type FlowEdge,
  type FlowNode,
  instantiateTemplate,
  parseFlow,
} from '@plimsoll/flow'

const ORIGIN = { x: 0, y: 0 }
const MARKETPLACE = new URL('../apps/server/src/modules/demo/marketplace.flow.json', import.meta.url)

/** The names of the flows that people begin with: the four templates, and the sample of thirty nodes. */
export const SAVED_FLOWS: readonly string[] = [...TEMPLATES.map(({ id }) => id), 'marketplace']

/** One of them as it is read from where it is saved. */
export function savedFlow(name: string): Flow {
  return asSaved(name === 'marketplace' ? JSON.parse(readFileSync(MARKETPLACE, 'utf8')) : fromTemplate(name))
}

function fromTemplate(name: string): object {
  const template = TEMPLATES.find(({ id }) => id === name)
  if (!template) throw new Error(`There is no template ${name}.`)
  let made = 0
  const { nodes, edges } = instantiateTemplate(template, { origin: ORIGIN, makeId: () => String(made++) })
  return documentOf(nodes, edges)
}

export const documentOf = (nodes: readonly FlowNode[], edges: readonly FlowEdge[]): object =>
  JSON.parse(JSON.stringify({ documentVersion: 1, nodes, edges }))

function asSaved(document: object): Flow {
  const parsed = parseFlow(document)
  if (!parsed.ok) throw new Error(`The flow cannot be read: ${JSON.stringify(parsed.faults)}`)
  return parsed.flow
}

/** A flow made ready with the settings that a run has unless it is told others; throws what is wrong with it. */
function modelOf(flow: Flow): EventModel {
  const compiled = compile(flow, DEFAULT_SETTINGS)
  if (!compiled.ok) throw new Error(compiled.faults.map(({ path, message }) => `${path}: ${message}`).join('\n'))
  return compiled.model
}

export const savedModel = (name: string): EventModel => modelOf(savedFlow(name))

const node = (type: FlowNode['type'], id: string, settings: Readonly<Record<string, unknown>> = {}) =>
  createNode(type, { id, position: ORIGIN, settings })
const http = (source: string, target: string, settings: Readonly<Record<string, unknown>> = {}) =>
  createEdge('http', { id: `${source}-${target}`, ends: { source, target }, settings: { rateLimit: 0, ...settings } })

/** One server whose answers take so long that requests pile up on their way: as many as come in twice the latency. */
export function farServer({ perSecond, latencyMs }: { perSecond: number; latencyMs: number }): EventModel {
  const nodes = [
    node('Client', 'c', { concurrentUsers: perSecond, thinkTimeBetweenRequests: 1000 }),
    node('Server', 's', {
      instances: 100,
      maxConcurrentRequests: 1e5,
      maxRequestsPerSecond: 1e6,
      averageProcessingTime: 1,
    }),
  ]
  const edge = http('c', 's', { latencyMs, timeout: 60_000, averageResponseSizeKB: 1 })
  return modelOf(asSaved(documentOf(nodes, [edge])))
}

/** A diagram of so many three-tier templates side by side, each with so many requests per second. */
export function manyTemplates(copies: number, perSecond: number): EventModel {
  const { nodes, edges } = savedFlow('three-tier')
  const users = {
    concurrentUsers: Math.ceil(perSecond),
    thinkTimeBetweenRequests: 1000 * (Math.ceil(perSecond) / perSecond),
  }
  const all = Array.from({ length: copies }, (_, copy) => copy)
  return modelOf(
    asSaved(
      documentOf(
        all.flatMap((copy) =>
          nodes.map((one) => ({
            ...one,
            id: `${one.id}.${copy}`,
            data: { ...one.data, ...(one.type === 'Client' ? users : {}) },
          })),
        ),
        all.flatMap((copy) =>
          edges.map((one) => ({
            ...one,
            id: `${one.id}.${copy}`,
            source: `${one.source}.${copy}`,
            target: `${one.target}.${copy}`,
          })),
        ),
      ),
    ),
  )
}
