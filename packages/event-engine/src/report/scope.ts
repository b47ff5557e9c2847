import { REQUEST_TYPES } from '@plimsoll/simulation'
import { mergeHistograms } from '../measure/histogram.ts'
import type { Model } from '../model.ts'
import type { NodeOutcome, RequestCounts, RunOutcome } from '../outcome.ts'

/** A part of what happens that an objective is about: a client's requests, those of a type, the visits of a node, the messages of an edge. */
export interface Scope {
  readonly by: 'client' | 'type' | 'node' | 'edge'
  /** Of the component or connection; or the request type. */
  readonly id: string
  /** As people call it. */
  readonly name: string
}

/** `@API`, `@client:Web`, `@type:Read`; nothing for all requests. */
export const scopeInWords = (scope: Scope | null | undefined): string =>
  scope ? `@${scope.by === 'client' || scope.by === 'type' ? `${scope.by}:` : ''}${scope.name}` : ''

/** The runs with the requests, visits or messages of the scope in place of all. */
export function runsOfScope(model: Model, outcomes: readonly RunOutcome[], { by, id }: Scope): readonly RunOutcome[] {
  if (by === 'edge') {
    const link = model.links.findIndex((one) => one.id === id)
    return outcomes.map((run) => ({ ...run, messages: run.links[link]?.messages ?? null }))
  }
  if (by === 'node') {
    const node = model.nodes.findIndex((one) => one.id === id)
    return outcomes.map((run) => {
      const visits = run.nodes[node] as NodeOutcome
      return { ...run, requests: visitsOf(visits), slices: { ...run.slices, responses: visits.slices } }
    })
  }
  const countsOf = {
    client: (run: RunOutcome) => run.byClient[model.sources.findIndex(({ node }) => model.nodes[node]?.id === id)],
    type: (run: RunOutcome) => run.byClass[REQUEST_TYPES.findIndex((type) => type.toString() === id)],
  }[by]
  return outcomes.map((run) => {
    const counts = countsOf(run)
    return counts === undefined
      ? run
      : { ...run, requests: counts, slices: { ...run.slices, responses: counts.slices } }
  })
}

/** Visits as if they were requests; those under way are not counted. */
const visitsOf = ({ completed, failed, rejected, expired, response }: NodeOutcome): RequestCounts => ({
  arrived: completed + failed + rejected + expired,
  completed,
  failed: failed + rejected + expired,
  kept: 0,
  inFlightAtStart: 0,
  inFlightAtEnd: 0,
  reasons: {},
  response: response ?? mergeHistograms([]),
})
