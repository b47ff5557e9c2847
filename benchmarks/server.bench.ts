import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DOCUMENT_VERSION } from '@plimsoll/flow'
import { startPostgres } from '../apps/server/test/support/postgres-cluster.ts'
import { layeredFlow } from './graphs.ts'
import { median } from './harness.ts'
import { rowsPerSecond } from './server/bare-commits.ts'
import { addAccount, type Place } from './server/library.ts'
import { LoadGenerator, type LoadResult } from './server/load.ts'
import { type MeasuredProcess, startMeasured } from './server/measured-process.ts'
import { request, requestWithBody } from './server/requests.ts'

const ROOT = join(import.meta.dirname, '..')
const SERVER = join(ROOT, 'apps', 'server', 'src', 'main.ts')
const BARE = join(import.meta.dirname, 'server', 'bare-server.ts')

const CONNECTIONS = 16
const LIBRARY = 20
const FULL_LIBRARY = 500
const FLOW_NODES = 50
const ROUNDS = 5
const ROUND_MS = 1_000
const WARM_UP_MS = 1_500
/** Which of the answers that are measured is the loaded flow. */
const LOADED = 1
const GZIP = 'accept-encoding: gzip\r\n'

/**
 * Our server, as a process of its own, against a bare handler of the same framework, which answers the same bytes from
 * memory (`server/bare-server.ts`), under the same load in turns. What counts is the processor time of a request
 * (`ofBare`: 1 is as fast, 0.25 takes four times as long): a machine of two cores gives the server that is measured not
 * always the same share of them, and the client that makes the load may be slower than a bare handler. The same ratio of
 * answers per second stands beside it (`answersOfBare`).
 *
 * Saves are compared with what the disk gives: rows of the same bytes that SQLite alone writes, as many in a commit as
 * there are connections, and one in a commit.
 */
export async function bench(): Promise<Record<string, number>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'plimsoll-bench-'))
  const generator = new LoadGenerator()
  const postgres = await startPostgres()
  try {
    const places = { sqlite: { dataDir }, postgres: { dataDir, databaseUrl: `${postgres.url}/postgres` } }
    const figures: Record<string, number> = {}
    for (const [name, place] of Object.entries(places))
      Object.assign(figures, await benchServer(name, place, generator))
    return figures
  } finally {
    generator.stop()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function benchServer(database: string, place: Place, generator: LoadGenerator) {
  const token = await addAccount(place, randomUUID())
  const readerToken = await addAccount(place, randomUUID())
  const fullToken = await addAccount(place, randomUUID())
  const server = await startMeasured(SERVER, [], {
    PORT: '0',
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl,
  })
  const figures: Record<string, number> = {}
  try {
    const flow = { name: 'A system in layers', description: 'As large as people draw', ...layeredFlow(FLOW_NODES) }
    const body = JSON.stringify({ ...flow, documentVersion: DOCUMENT_VERSION })
    const ids = await Promise.all(Array.from({ length: LIBRARY }, () => create(server.port, readerToken, body)))
    const own = await Promise.all(Array.from({ length: CONNECTIONS }, () => create(server.port, token, body)))
    for (let count = 0; count < FULL_LIBRARY; count++) await create(server.port, fullToken, body)

    const reads = {
      list: request('GET', '/api/flows', readerToken),
      load: request('GET', `/api/flows/${ids[0]}`, readerToken, GZIP),
      'load.plain': request('GET', `/api/flows/${ids[0]}`, readerToken),
    }
    const answers = await Promise.all(Object.values(reads).map((ours) => wireBody(server.port, ours)))
    const bare = await startBare(answers, place.dataDir)
    try {
      for (const [index, [name, ours]] of Object.entries(reads).entries()) {
        const requests = Array<string>(CONNECTIONS).fill(ours)
        const result = await compareWithBare({ server, bare, requests, answer: index, generator })
        note(figures, `${name}.${database}`, { ...result, bytes: answers[index]?.byteLength ?? 0 })
      }
      const saves = own.map((id) =>
        requestWithBody('PUT', `/api/flows/${id}`, token, `${body.slice(0, -1)},"version":{n}}`),
      )
      const saved = await compareWithBare({ server, bare, requests: saves, answer: LOADED, from: 1, generator })
      note(figures, `save.${database}`, saved)
      const packed = answers[LOADED] ?? new Uint8Array()
      if (!place.databaseUrl) note(figures, `save.${database}`, compareWithDisk(saved.perSecond, packed, place.dataDir))
    } finally {
      await bare.stop()
    }
    const list = await generator.send({
      port: server.port,
      requests: [request('GET', '/api/flows', fullToken)],
      from: [0],
      ms: ROUND_MS,
    })
    figures[`list.500.${database}.ms`] = (list.seconds * 1_000) / list.count
    return figures
  } finally {
    await server.stop()
  }
}

async function create(port: number, token: string, body: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/flows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body,
  })
  const { data, message } = (await response.json()) as { data?: { id: string }; message?: string }
  if (!data) throw new Error(`A flow was not saved: ${message}`)
  return data.id
}

/** The body of an answer as it comes over the wire, compressed or not. */
function wireBody(port: number, text: string): Promise<Buffer> {
  const [first = '', ...lines] = text.trim().split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => line.split(': ')))
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: first.split(' ')[1], headers }, async (response) =>
      resolve(Buffer.concat(await response.toArray())),
    ).on('error', reject)
  })
}

/** A bare handler that has these answers. */
async function startBare(answers: readonly Uint8Array[], dataDir: string): Promise<MeasuredProcess> {
  const files = answers.map((_, index) => join(dataDir, `answer-${index}`))
  for (const [index, file] of files.entries()) await writeFile(file, answers[index] ?? '')
  return startMeasured(BARE, files, {})
}

interface CompareOptions {
  server: MeasuredProcess
  bare: MeasuredProcess
  /** One for each connection. */
  requests: string[]
  /** Which of its answers the bare handler gives. */
  answer: number
  /** What each connection counts from. */
  from?: number
  generator: LoadGenerator
}

async function compareWithBare({ server, bare, requests, answer, from = 0, generator }: CompareOptions) {
  let next = requests.map(() => from)
  const bareRequests = requests.map((text) => text.replace(/ \S+ /, ` /${answer} `))
  const ours = async (ms: number) => {
    const cost = await measured(server, () =>
      generator.send({ port: server.port, requests, from: next, ms, isBusy: true }),
    )
    next = cost.next
    return cost
  }
  const theirs = (ms: number) =>
    measured(bare, () => generator.send({ port: bare.port, requests: bareRequests, from: next, ms, isBusy: true }))
  await ours(WARM_UP_MS)
  await theirs(WARM_UP_MS)
  const rounds: { subject: Cost; baseline: Cost }[] = []
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ subject: await ours(ROUND_MS), baseline: await theirs(ROUND_MS) })
  return {
    ofBare: median(rounds.map(({ subject, baseline }) => baseline.cpuUs / subject.cpuUs)),
    answersOfBare: median(rounds.map(({ subject, baseline }) => subject.perSecond / baseline.perSecond)),
    cpuUs: median(rounds.map(({ subject }) => subject.cpuUs)),
    bareCpuUs: median(rounds.map(({ baseline }) => baseline.cpuUs)),
    perSecond: median(rounds.map(({ subject }) => subject.perSecond)),
    p99Ms: median(rounds.map(({ subject }) => subject.p99Ms)),
  }
}

interface Cost {
  /** Processor time of one request. */
  cpuUs: number
  perSecond: number
  p99Ms: number
}

async function measured(subject: MeasuredProcess, load: () => Promise<LoadResult>): Promise<Cost & LoadResult> {
  const before = await subject.cpuUs()
  const result = await load()
  const cpuUs = ((await subject.cpuUs()) - before) / result.count
  return { ...result, cpuUs, perSecond: result.count / result.seconds }
}

/** Saves a second against rows of the same bytes that the disk takes, in groups and one by one. */
function compareWithDisk(savesPerSecond: number, packed: Uint8Array, dataDir: string) {
  const rows = (group: number) =>
    median(
      Array.from({ length: ROUNDS }, () =>
        rowsPerSecond({ file: join(dataDir, 'bare.db'), bytes: packed, group, ms: ROUND_MS / 2 }),
      ),
    )
  const [grouped, single] = [rows(CONNECTIONS), rows(1)]
  return {
    ofGroupedCommits: savesPerSecond / grouped,
    ofSingleCommits: savesPerSecond / single,
    groupedPerSecond: grouped,
    singlePerSecond: single,
  }
}

function note(figures: Record<string, number>, name: string, result: Record<string, number>): void {
  for (const [figure, value] of Object.entries(result)) figures[`${name}.${figure}`] = value
}
