import type { SourceModel } from '../../model.ts'
import { changeRate, letThink, planArrival, startBackgroundTraffic, startSource, stopThinking } from '../arrivals.ts'
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
  rate: { at: () => 0, changesAt: () => Number.POSITIVE_INFINITY, isSteady: true, periodMs: 0, key: 'none' },
  times: [],
  retry: null,
  backgroundTraffic: [],
} satisfies Partial<SourceModel>

function changeSource(run: Run, source: Source, model: SourceModel, endMs: number): void {
  const before = source.model
  const { rate, kindsAt } = model.rate.key === before.rate.key ? before : model
  const next = kept(before, { ...model, rate, kindsAt })
  if (next === before) return
  const process = source.arrivals
  source.follow(next, { streams: run.streams, sources: run.sources.length })
  if (source.isClosed) {
    run.closedUsers.grow(source.index, next.users)
    if (next.thinkMs !== before.thinkMs || next.users < before.users) stopThinking(run, source)
    letThink(run, source)
  } else if (source.arrivals !== process) planArrival(run, source, endMs)
  else if (next.rate !== before.rate) changeRate(run, source, endMs)
  if (next.backgroundTraffic !== before.backgroundTraffic) startBackgroundTraffic(run, source)
}
