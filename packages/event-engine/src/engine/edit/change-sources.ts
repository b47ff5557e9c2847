import type { SourceModel } from '../../model.ts'
import { letThink, planArrival, startChatter, startSource, stopThinking } from '../arrivals.ts'
import type { Run } from '../run.ts'
import type { Source } from '../source.ts'
import { kept } from './kept.ts'
import type { Matched } from './match-parts.ts'

/** Lets the sources of a run follow their models, the new ones begin, and those that are gone end. */
export function changeSources(run: Run, { model, sources }: Matched, endMs: number): void {
  const { streams } = run
  const present = new Set(sources)
  for (const [index, position] of sources.entries()) {
    const source = run.sources[position]!
    const next = model.sources[index]!
    if (source.model === next) startSource(run, source, endMs)
    else changeSource(run, source, next, endMs)
  }
  for (const source of run.sources)
    if (!present.has(source.index)) changeSource(run, source, { ...source.model, ...NOBODY }, endMs)
  // The numbers of open users depend on how many sources there are.
  for (const source of run.sources) source.follow(source.model, { streams, sources: run.sources.length })
}

/** What makes requests at a client that is gone. */
const NOBODY = {
  users: 0,
  mostPerSecond: 0,
  perSecond: () => 0,
  rate: 'none',
  isSteady: true,
  retry: null,
  chatter: [],
} satisfies Partial<SourceModel>

function changeSource(run: Run, source: Source, model: SourceModel, endMs: number): void {
  const before = source.model
  const { perSecond } = model.rate === before.rate ? before : model
  const next = kept(before, { ...model, perSecond })
  if (next === before) return
  source.follow(next, { streams: run.streams, sources: run.sources.length })
  if (source.isClosed) {
    run.closedUsers.grow(source.index, next.users)
    if (next.thinkMs !== before.thinkMs || next.users < before.users) stopThinking(run, source)
    letThink(run, source)
  } else if (DRAWN_BY.some((key) => next[key] !== before[key])) {
    source.arrivalNumber += 1
    planArrival(run, source, endMs)
  }
  if (next.chatter !== before.chatter) startChatter(run, source)
}

/** What the time of the next open arrival depends on. */
const DRAWN_BY = ['arrivals', 'interarrival', 'perSecond', 'mostPerSecond', 'isSteady'] as const
