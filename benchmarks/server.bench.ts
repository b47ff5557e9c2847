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
    for (const [name, ours] of Object.entries(reads)) {
      const answer = await wireBody(server.port, ours)
      const result = await compareReads({ server, ours, answer, generator, dataDir: place.dataDir })
      for (const [figure, value] of Object.entries(result)) figures[`${name}.${database}.${figure}`] = value
    }
    const list500 = request('GET', '/api/flows', fullToken)
    const list = await generator.send({ port: server.port, requests: [list500], from: [0], ms: ROUND_MS })
    figures[`list.500.${database}.ms`] = (list.seconds * 1_000) / list.count

    const packed = await wireBody(server.port, reads.load)
    const saves = own.map((id) =>
      requestWithBody('PUT', `/api/flows/${id}`, token, `${body.slice(0, -1)},"version":{n}}`),
    )
    const result = await compareSaves({ server, saves, packed, generator, dataDir: place.dataDir })
    for (const [figure, value] of Object.entries(result)) figures[`save.${database}.${figure}`] = value
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

interface ReadOptions {
  server: MeasuredProcess
  ours: string
  /** What the bare handler gives: the same bytes. */
  answer: Uint8Array
  generator: LoadGenerator
  dataDir: string
}

async function compareReads({ server, ours, answer, generator, dataDir }: ReadOptions) {
  const file = join(dataDir, 'answer')
  await writeFile(file, answer)
  const bare = await startMeasured(BARE, [file], {})
  try {
    const under = (subject: MeasuredProcess, text: string, ms: number) =>
      measured(subject, () =>
        generator.send({
          port: subject.port,
          requests: Array(CONNECTIONS).fill(text),
          from: Array(CONNECTIONS).fill(0),
          ms,
          isBusy: true,
        }),
      )
    const bareRequest = ours.replace(/ \S+ /, ' /0 ')
    await under(server, ours, WARM_UP_MS)
    await under(bare, bareRequest, WARM_UP_MS)
    const rounds: { subject: Cost; baseline: Cost }[] = []
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({
        subject: await under(server, ours, ROUND_MS),
        baseline: await under(bare, bareRequest, ROUND_MS),
      })
    return {
      ofBare: median(rounds.map(({ subject, baseline }) => baseline.cpuUs / subject.cpuUs)),
      answersOfBare: median(rounds.map(({ subject, baseline }) => subject.perSecond / baseline.perSecond)),
      cpuUs: median(rounds.map(({ subject }) => subject.cpuUs)),
      bareCpuUs: median(rounds.map(({ baseline }) => baseline.cpuUs)),
      perSecond: median(rounds.map(({ subject }) => subject.perSecond)),
      p99Ms: median(rounds.map(({ subject }) => subject.p99Ms)),
      bytes: answer.byteLength,
    }
  } finally {
    await bare.stop()
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

interface SaveOptions {
  server: MeasuredProcess
  saves: string[]
  packed: Uint8Array
  generator: LoadGenerator
  dataDir: string
}

async function compareSaves({ server, saves, packed, generator, dataDir }: SaveOptions) {
  let from = saves.map(() => 1)
  const save = async (ms: number) => {
    const cost = await measured(server, () => generator.send({ port: server.port, requests: saves, from, ms }))
    from = cost.next
    return cost
  }
  const bare = (group: number) =>
    rowsPerSecond({ file: join(dataDir, 'bare.db'), bytes: packed, group, ms: ROUND_MS / 2 })
  await save(WARM_UP_MS)
  const rounds: { ours: Cost; grouped: number; single: number }[] = []
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ ours: await save(ROUND_MS), grouped: bare(CONNECTIONS), single: bare(1) })
  return {
    ofGroupedCommits: median(rounds.map(({ ours, grouped }) => ours.perSecond / grouped)),
    ofSingleCommits: median(rounds.map(({ ours, single }) => ours.perSecond / single)),
    perSecond: median(rounds.map(({ ours }) => ours.perSecond)),
    groupedPerSecond: median(rounds.map(({ grouped }) => grouped)),
    singlePerSecond: median(rounds.map(({ single }) => single)),
    cpuUs: median(rounds.map(({ ours }) => ours.cpuUs)),
    p99Ms: median(rounds.map(({ ours }) => ours.p99Ms)),
  }
}
