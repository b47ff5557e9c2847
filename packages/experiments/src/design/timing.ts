import type { EventSettings } from '@plimsoll/event-engine'
import { formatNumber } from '../words/numbers.ts'

interface Fault {
  readonly path: string
  readonly message: string
}

type Entry = Readonly<Record<string, unknown>>

/** Faults and changes of the load that could have no effect in a run of this length, or none that makes sense. */
export function timingFaults(simulation: Entry, durationMs: number): readonly Fault[] {
  const changes = ['load', 'step', 'spike', 'after'].flatMap((name) => entriesOf(simulation, name))
  const faults = entriesOf(simulation, 'faults')
  return [...changes, ...faults].flatMap(([path, entry]) => [
    ...timesOf(path, entry, durationMs),
    ...factorOf(path, entry),
  ])
}

/** How long it takes for all that was recorded to come and to be answered, in whole seconds; null: nothing was recorded. */
export function recordedMs({ recorded }: Pick<EventSettings, 'recorded'>): number | null {
  const last = recorded.at(-1)
  if (last === undefined) return null
  if (last.rps === null) return (Math.floor(last.atS) + 1) * 1000
  const before = recorded.findLast(({ atS }) => atS < last.atS)?.atS ?? last.atS - 1
  // The last rate holds as long as the one before it.
  return Math.max(1, Math.ceil(2 * last.atS - before)) * 1000
}

function timesOf(path: string, entry: Entry, durationMs: number): readonly Fault[] {
  const name = entry.fromS === undefined ? 'atS' : 'fromS'
  const fromS = entry[name] ?? 0
  const lasts = entry.forS ?? (typeof entry.toS === 'number' ? entry.toS - Number(fromS) : null)
  return [
    ...(typeof fromS === 'number' && fromS * 1000 >= durationMs
      ? [
          {
            path: `${path}.${name}`,
            message: `(${fromS} s) must be before the end of the run, which is at ${formatNumber(durationMs / 1000)} s`,
          },
        ]
      : []),
    ...(lasts === 0 ? [{ path, message: 'must last longer than 0 s' }] : []),
  ]
}

const factorOf = (path: string, { factor }: Entry): readonly Fault[] =>
  factor === 0 ? [{ path: `${path}.factor`, message: 'must be above 0' }] : []

/** The entries of a list with their paths; a single object is a list of one. */
function entriesOf(simulation: Entry, name: string): readonly (readonly [path: string, entry: Entry])[] {
  const value = simulation[name]
  if (!Array.isArray(value)) return isEntry(value) ? [[`simulation.${name}`, value]] : []
  return value.flatMap((entry: unknown, index) => (isEntry(entry) ? [[`simulation.${name}.${index}`, entry]] : []))
}

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null
