import type { CreateExperimentRequest, Experiment, ExperimentResult } from '@plimsoll/contract'
import { queryOptions } from '@tanstack/react-query'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { answer, api, patientApi } from './client.ts'

/** A stream that broke off is opened again after so long. */
const AGAIN_MS = 1_000

/** What a state is called before there is more to say. */
const WITHOUT_WORDS = { queued: 'waits for the server', running: 'begun on the server', done: '', failed: '' } as const

interface Following {
  readonly stop: AbortSignal
  readonly onProgress: (share: number, text: string) => void
}

/** Why the server did not run an experiment to its end. */
class ExperimentFailure extends Error {
  override readonly name = 'ExperimentFailure'
}

/** The user's experiments on the server, newest first. */
export const experimentsQuery = queryOptions({
  queryKey: ['experiments'],
  queryFn: async ({ signal }) => (await answer(api.experiments.$get(undefined, { init: { signal } }))).data,
})

/** What an experiment was asked, and what it has found. */
export async function fetchExperiment(
  id: string,
): Promise<{ request: CreateExperimentRequest; result: ExperimentResult }> {
  const experiment = patientApi.experiments[':id']
  const [request, result] = await Promise.all([
    answer(experiment.request.$get({ param: { id } })),
    answer(experiment.result.$get({ param: { id } })),
  ])
  return { request: request.data, result: result.data }
}

/** Removes an experiment, and ends it if it runs. */
export async function removeExperiment(id: string): Promise<void> {
  await answer(api.experiments[':id'].$delete({ param: { id } }))
}

/**
 * Has the server run an experiment, which keeps its result; null when it was stopped, which removes it there. Throws ExperimentFailure or a
 * RequestError.
 */
export async function runOnServer(
  request: CreateExperimentRequest,
  { stop, onProgress }: Following,
): Promise<ExperimentResult | null> {
  const { data } = await answer(api.experiments.$post({ json: request }))
  const { id } = data
  let isFound = false
  try {
    const last = await follow(data, { stop, onProgress })
    if (last === null) return null
    if (last.state === 'failed') throw new ExperimentFailure(last.progress)
    const result = await answer(patientApi.experiments[':id'].result.$get({ param: { id } }))
    isFound = true
    return result.data
  } finally {
    // Nobody wants it, or there is nothing to keep.
    if (!isFound) await removeExperiment(id).catch(() => {})
  }
}

/** The experiment when it is over; null when it was stopped. */
async function follow(experiment: Experiment, { stop, onProgress }: Following): Promise<Experiment | null> {
  let last = experiment
  while (!stop.aborted) {
    try {
      const response = await patientApi.experiments[':id'].events.$get(
        { param: { id: experiment.id } },
        { init: { signal: stop } },
      )
      for await (const { data } of eventsOf(response)) {
        last = JSON.parse(data) as Experiment
        onProgress(last.share, last.progress || WITHOUT_WORDS[last.state])
        if (last.finishedAt !== null) return last
      }
    } catch (error) {
      if (stop.aborted) return null
      if (isRefusal(error)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
  return null
}

async function* eventsOf({ body }: { readonly body: ReadableStream<Uint8Array> | null }) {
  const text = new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>
  const reader = body?.pipeThrough(text).pipeThrough(new EventSourceParserStream()).getReader()
  // Not every browser iterates a stream by itself.
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) yield read.value
  } finally {
    await reader?.cancel().catch(() => {})
  }
}

/** The server has answered: asking again gives the same. */
const isRefusal = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && Number(error.status) < 500
