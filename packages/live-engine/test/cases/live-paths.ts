import type { NodeData } from '@plimsoll/catalog'
import type { Flow } from '@plimsoll/flow'
import { CannotBeRead, demand } from '../../../../tooling/reference-cases/reference-case.ts'
import { edge, flow, node, ONE_A_TICK } from '../support/flows.ts'

/** What stands behind the client on a path, by the last word of its name: its kind, and the property that is its time. */
const PARTS = {
  server: { type: 'Server', time: 'averageProcessingTime' },
  database: { type: 'Database', time: 'averageLatency' },
  cache: { type: 'Cache', time: 'averageLatency' },
  balancer: { type: 'LoadBalancer', time: 'processingLatency' },
} as const

type Part = keyof typeof PARTS

const PART_NAMES = Object.keys(PARTS) as readonly Part[]

/** A node behind the client, and the connection that leads to it. */
export interface Step {
  readonly part: Part
  readonly timeMs: number
  readonly edgeMs: number
}

const spellingsOf = (name: string): readonly string[] => [`${name}Ms`, `${name}_ms`]

const EDGE_INPUTS = [...spellingsOf('edge'), 'latencyMs']
const inputsOf = (part: Part): readonly string[] => [...spellingsOf(part), PARTS[part].time]

/** The inputs by which a case may tell a path, beside its title. */
export const PATH_INPUTS: readonly string[] = ['path', ...EDGE_INPUTS, ...PART_NAMES.flatMap(inputsOf)]

/** client → step → step …, where nothing fails by itself but at the client; the ids are those given, or numbers. */
export function pathOf(
  steps: readonly Step[],
  { client = {}, ids = [] }: { client?: Partial<NodeData<'Client'>>; ids?: readonly string[] } = {},
): Flow {
  const idAt = (place: number) => ids[place] ?? String(place)
  return flow(
    [
      node('Client', idAt(0), { ...ONE_A_TICK, ...client }),
      ...steps.map(({ part, timeMs }, place) =>
        node(PARTS[part].type, idAt(place + 1), { [PARTS[part].time]: timeMs, failureProbability: 0 }),
      ),
    ],
    steps.map(({ edgeMs }, place) => edge(idAt(place), idAt(place + 1), { latencyMs: edgeMs, failureProbability: 0 })),
  )
}

/** A path whose visits all end within a tick. */
export const quickSteps = (count: number): readonly Step[] =>
  Array.from({ length: count }, () => ({ part: 'server', timeMs: 1, edgeMs: 1 }))

const ARROW = /-+>|=>|→/
/** Its own time is 10 ms always. */
const CLIENT_AT_END = /client(?: \(10 ms\))?\W*$/i
const EDGE_TIME = /\b(?:edge|connection|link)s?\b[^\d,()]*([\d.]+) ?ms|([\d.]+) ?ms (?:edge|connection|link)s/i
const TIME = /([\d.]+) ?ms/

/** The time of a connection that the first of the texts tells that tells one. */
function edgeTimeIn(...texts: readonly string[]): string | undefined {
  const [, after, before] = texts.map((text) => EDGE_TIME.exec(text)).find((found) => found !== null) ?? []
  return after ?? before
}

/**
 * `client -> server (50 ms, edge 100 ms) -> database (5 ms)`: the steps of such a path in the inputs or in the title,
 * with times from the inputs or from the text. An edge without a time of its own has that told outside the brackets,
 * or else the first that is told.
 */
export function readSteps(title: string, inputs: Readonly<Record<string, unknown>>): readonly Step[] {
  const texts = [[inputs.path].flat().join(' -> '), title, 'client -> server -> database']
  const text = texts.find((one) => ARROW.test(one)) ?? ''
  const [start = '', ...steps] = text.split(ARROW)
  demand(CLIENT_AT_END.test(start), `"${text}" does not begin at a client.`)
  const timeIn = (names: readonly string[], told: string | undefined) => {
    const time = names.map((name) => inputs[name]).find((value) => value !== undefined) ?? told
    demand(time !== undefined, 'The title does not tell the times.')
    return Number(time)
  }
  return steps.map((step) => {
    const [name = ''] = step.split(/[(\d]/)
    const own = /\((.*?)\)/.exec(step)?.[1] ?? step
    const part = PART_NAMES.find((word) => new RegExp(`\\b(?:load)?${word}\\b`, 'i').test(name))
    if (part === undefined) throw new CannotBeRead(`"${name.trim()}" has no place on a path.`)
    return {
      part,
      timeMs: timeIn(inputsOf(part), TIME.exec(own.replace(EDGE_TIME, ''))?.[1]),
      edgeMs: timeIn(EDGE_INPUTS, edgeTimeIn(own, text.replace(/\(.*?\)/g, ''), text, title)),
    }
  })
}
