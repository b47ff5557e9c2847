import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startPostgres } from '../apps/server/test/support/postgres-cluster.ts'
import { startWorker } from '../apps/server/test/support/worker-process.ts'
import { documentOf, savedFlow } from './event-flows.ts'
import { compare } from './harness.ts'
import { percentile } from './percentile.ts'
import { addAccount, type Place } from './server/library.ts'
import { startMeasured } from './server/measured-process.ts'

const ROOT = join(import.meta.dirname, '..')
const SERVER = join(ROOT, 'apps', 'server', 'src', 'main.ts')
const FLOW = 'three-tier'
const POINTS = Number(process.env.WORKERS_POINTS ?? 500)
/** Of minutes each. */
const ROUNDS = Number(process.env.WORKERS_ROUNDS ?? 1)
const REQUEST_EVERY_MS = 20

/**
 * An experiment of the server: a sweep of the three-tier template, each point one replication of 60 s. On PostgreSQL two workers of one
 * thread compute it in turns with one (`workers.speedup`), by the clock, from the request to the last event, with nothing beside. Then once
 * more on PostgreSQL with two workers, and on SQLite with a thread for each core, while somebody else lists a library every 20 ms: how long 99 %
 * of the answers take at most.
 */
export async function bench(): Promise<Record<string, number>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'plimsoll-bench-'))
  const postgres = await startPostgres()
  try {
    const databaseUrl = `${postgres.url}/postgres`
    return {
      'workers.points': POINTS,
      ...(await onPostgres({ dataDir, databaseUrl })),
      ...(await onSqlite({ dataDir })),
    }
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function onPostgres(place: Place & { databaseUrl: string }): Promise<Record<string, number>> {
  const withWorkers =
    <T>(count: number, work: () => Promise<T>) =>
    async () => {
      const workers = await Promise.all(Array.from({ length: count }, () => startWorker(place.databaseUrl)))
      try {
        return await work()
      } finally {
        await Promise.all(workers.map(endWorker))
      }
    }
  return withServer(place, { EXPERIMENT_THREADS: '0' }, async (calls) => {
    const compute = () => runExperiment(calls)
    const { ratio, subjectMs, baselineMs } = await compare({
      subject: withWorkers(1, compute),
      baseline: withWorkers(2, compute),
      rounds: ROUNDS,
      warmUpRounds: 0,
    })
    const answersMs = await withWorkers(2, () => answersBeside(calls))()
    return {
      'workers.one.seconds': subjectMs / 1000,
      'workers.two.seconds': baselineMs / 1000,
      'workers.speedup': ratio,
      'workers.postgres.answer.p99Ms': percentile(answersMs, 0.99),
    }
  })
}

async function onSqlite(place: Place): Promise<Record<string, number>> {
  const answersMs = await withServer(place, {}, answersBeside)
  return {
    'workers.sqlite.answer.p99Ms': percentile(answersMs, 0.99),
    'workers.sqlite.answers': answersMs.length,
  }
}

type Calls = (path: string, body?: object) => Promise<Response>

async function withServer<T>(place: Place, env: NodeJS.ProcessEnv, work: (calls: Calls) => Promise<T>): Promise<T> {
  const token = await addAccount(place, randomUUID())
  const { dataDir: DATA_DIR, databaseUrl: DATABASE_URL } = place
  const server = await startMeasured(SERVER, [], { PORT: '0', RATE_LIMITS: 'off', DATA_DIR, DATABASE_URL, ...env })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  try {
    return await work(async (path, body) => {
      const request = { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) }
      const response = await fetch(`http://127.0.0.1:${server.port}/api${path}`, request)
      if (!response.ok) throw new Error(`${path} is answered by ${response.status}: ${await response.text()}`)
      return response
    })
  } finally {
    await server.stop()
  }
}

/** Milliseconds that the experiment takes. */
async function runExperiment(calls: Calls): Promise<number> {
  const { nodes, edges } = savedFlow(FLOW)
  const server = nodes.find(({ type }) => type === 'Server')
  const simulation = { durationS: 60, replications: 1 }
  const experiment = {
    kind: 'sweep',
    design: { name: FLOW, ...documentOf(nodes, edges), simulation },
    axes: [`${server?.id}.averageProcessingTime=11..${10 + POINTS}`],
  }
  const began = performance.now()
  const { data } = (await (await calls('/experiments', experiment)).json()) as { data: { id: string } }
  // The stream of events ends with the experiment.
  await (await calls(`/experiments/${data.id}/events`)).text()
  const tookMs = performance.now() - began
  await (await calls(`/experiments/${data.id}/result`)).text()
  return tookMs
}

/** Milliseconds that each answer to somebody else takes beside the experiment. */
async function answersBeside(calls: Calls): Promise<number[]> {
  const over = new AbortController()
  const answers = listUntil(calls, over.signal)
  await runExperiment(calls)
  over.abort()
  return answers
}

async function listUntil(calls: Calls, over: AbortSignal): Promise<number[]> {
  const answers: Promise<number>[] = []
  while (!over.aborted) {
    const began = performance.now()
    // Sent at its time, whether the one before is answered or not.
    answers.push(
      calls('/flows')
        .then((response) => response.text())
        .then(() => performance.now() - began),
    )
    await delay(REQUEST_EVERY_MS, undefined, { signal: over }).catch(() => {})
  }
  return Promise.all(answers)
}

async function endWorker(worker: ChildProcess): Promise<void> {
  const ended = once(worker, 'exit')
  worker.kill('SIGTERM')
  await ended
}
