import { type EventSettings, readSettings } from '@plimsoll/event-engine'
import type { PlanFault } from '../runs/plan.ts'
import { isLoad, kindInfo } from './event-kinds.ts'
import { type LoadStep, loadOfSteps, stepsOfLoad, tidy } from './load-shapes.ts'
import { type TimelineEvent, timelineEvent } from './timeline-event.ts'

type Saved = Readonly<Record<string, unknown>>

export interface Timeline {
  readonly events: readonly TimelineEvent[]
  /** Saved entries that the engine refuses, as they are, each with what is wrong. */
  readonly unread: readonly UnreadEntry[]
}

export interface UnreadEntry extends PlanFault {
  readonly name: 'load' | 'faults'
  readonly entry: unknown
}

/** Members of the settings that changes of the load may be saved as. */
const LOAD_NAMES = ['load', 'step', 'spike', 'after'] as const

/** What is set to happen, as the design keeps it. */
export function readTimeline(simulation: Saved | undefined): Timeline {
  const steps: LoadStep[] = []
  const faults: TimelineEvent[] = []
  const unread: UnreadEntry[] = []
  const read = (name: 'load' | 'faults', [path, entry]: Entry, keep: (settings: EventSettings) => void) => {
    const found = readSettings({ [name]: [entry] })
    if (found.ok) return keep(found.settings)
    const [fault] = found.faults
    const within = fault?.path.replace(new RegExp(`^simulation\\.${name}\\.0\\.?`), '') ?? ''
    unread.push({ name, entry, path: within === '' ? path : `${path}.${within}`, message: fault?.message ?? '' })
  }
  for (const entry of LOAD_NAMES.flatMap((name) => entriesOf(simulation, name)))
    read('load', entry, ({ load }) =>
      steps.push(...load.map(({ atS, forS, rps }) => ({ fromS: atS, toS: endOf(atS, forS), rps }))),
    )
  for (const entry of entriesOf(simulation, 'faults'))
    read('faults', entry, (settings) => faults.push(...settings.faults.map(eventOfFault)))
  return { events: [...loadOfSteps(steps), ...faults], unread }
}

/** The settings that keep a timeline, as the engine reads them; undefined: the member is not there. */
export function savedTimeline({ events, unread }: Timeline): Readonly<Record<string, unknown>> {
  const entries = (name: UnreadEntry['name']) => unread.flatMap((one) => (one.name === name ? [one.entry] : []))
  const load = [
    ...events.filter(({ kind }) => isLoad(kind)).flatMap((event) => stepsOfLoad(event).map(entryOfStep)),
    ...entries('load'),
  ]
  const faults = [...events.filter(({ kind }) => !isLoad(kind)).map(entryOfFault), ...entries('faults')]
  return {
    load: load.length > 0 ? load : undefined,
    step: undefined,
    spike: undefined,
    after: undefined,
    faults: faults.length > 0 ? faults : undefined,
  }
}

type Entry = readonly [path: string, entry: unknown]

/** The entries of a member with their paths; a single object is a list of one. */
function entriesOf(simulation: Saved | undefined, name: string): readonly Entry[] {
  const value = simulation?.[name]
  if (value === undefined || value === null) return []
  return Array.isArray(value)
    ? value.map((entry: unknown, index) => [`simulation.${name}.${index}`, entry] as const)
    : [[`simulation.${name}`, value]]
}

const endOf = (fromS: number, forS: number): number | null => (Number.isFinite(forS) ? tidy(fromS + forS) : null)

function eventOfFault(fault: EventSettings['faults'][number]): TimelineEvent {
  const { kind, of: id, by, fromS, forS, share, instance, factor, mode, inFlight, upS, downS } = fault
  const isByChance = kind === 'breakdowns'
  return timelineEvent(kind, {
    part: { by, id },
    fromS: isByChance ? 0 : fromS,
    toS: isByChance ? null : endOf(fromS, forS),
    instance,
    mode,
    inFlight,
    ...(kind === 'slow' && { factor }),
    ...(kind === 'lose' && { sharePercent: tidy(100 * share) }),
    ...(isByChance && { upS, downS }),
  })
}

const entryOfStep = ({ fromS, toS, rps }: LoadStep) => ({ atS: fromS, ...(toS !== null && { toS }), rps })

/** What its kind has, and of that what is not as the engine has it anyway. */
function entryOfFault(event: TimelineEvent): Readonly<Record<string, unknown>> {
  const { kind, part, fromS, toS, factor, sharePercent, instance, mode, inFlight, upS, downS } = event
  const written: Readonly<Record<string, unknown>> = {
    fromS,
    toS: toS ?? undefined,
    factor,
    sharePercent: undefined,
    instance: instance ?? undefined,
    mode: mode === 'refuse' ? undefined : mode,
    inFlight: inFlight === 'fail' ? undefined : inFlight,
    upS,
    downS,
  }
  const own = kindInfo(kind).fields.flatMap((name) => (written[name] === undefined ? [] : [[name, written[name]]]))
  return {
    kind,
    [part?.by ?? 'node']: part?.id ?? '',
    ...Object.fromEntries(own),
    ...(kind === 'lose' && { share: sharePercent / 100 }),
  }
}
