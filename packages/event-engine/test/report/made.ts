import { runModel } from '../../src/engine/run-model.ts'
import type { LinkModel, Model, SourceModel, StationModel } from '../../src/model.ts'
import type { RunOutcome } from '../../src/outcome.ts'
import { mergeRuns, type Replications } from '../../src/report/merge.ts'
import type { EventReport } from '../../src/report/report.ts'
import type { EventSettings } from '../../src/settings.ts'
import { callBy, forAll, link, modelNode, source, station } from '../models.ts'

interface MadeNode extends Partial<StationModel> {
  readonly serviceMs?: number
}

export interface MadeLink extends Partial<LinkModel> {
  readonly source: number
  readonly target: number
}

interface Made {
  readonly nodes: readonly MadeNode[]
  readonly links: readonly MadeLink[]
  readonly rps: number
  readonly arrivals?: SourceModel['arrivals']
}

/** A client, node 0, in front of stations of 10 ms that are called along the links, and hold their callers. */
export function madeModel({ nodes, links, rps, arrivals = 'open' }: Made): Model {
  const programOf = (node: number) =>
    forAll(links.flatMap(({ source }, index) => (source === node ? [callBy(index)] : [])))
  return {
    nodes: [
      modelNode('client', { program: programOf(0), balancing: { by: 'weight' } }),
      ...nodes.map((_, index) =>
        modelNode(`node-${index + 1}`, {
          stationOf: forAll(index),
          program: programOf(index + 1),
          balancing: { by: 'weight' },
        }),
      ),
    ],
    stations: nodes.map(({ serviceMs = 10, ...parts }, index) =>
      station(index + 1, { key: `node-${index + 1}`, meanMs: forAll(serviceMs), ...parts }),
    ),
    links: links.map(({ source, target, holds = true, ...parts }, index) =>
      link(`link-${index}`, source, target, { holds, replies: holds, ...parts }),
    ),
    sources: [source(0, rps, { arrivals })],
    faults: [],
    retryBudget: Number.POSITIVE_INFINITY,
  }
}

/** So long a run is, with a tenth of it left out. */
export const DURATION_MS = 60_000
export const SETTINGS = {
  durationMs: DURATION_MS,
  warmUpMs: DURATION_MS / 10,
  load: [],
  faults: [],
  recorded: [],
} as unknown as EventSettings

/** Runs of a model, the first with seed 1. */
export const madeRuns = (model: Model, replications = 5): readonly RunOutcome[] =>
  Array.from({ length: replications }, (_, index) =>
    runModel(model, { seed: index + 1, durationMs: SETTINGS.durationMs, warmUpMs: SETTINGS.warmUpMs }),
  )

/** What they show together. */
export const madeReport = (
  model: Model,
  { outcomes = madeRuns(model), ...given }: Partial<Replications> = {},
): EventReport =>
  mergeRuns({ name: 'Made', flow: { nodes: [], edges: [] }, settings: SETTINGS, model, notes: [], outcomes, ...given })
