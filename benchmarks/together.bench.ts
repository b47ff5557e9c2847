import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DOCUMENT_VERSION } from '@plimsoll/flow'
import { connect, type LiveClient } from '../apps/server/test/support/live-clients.ts'
import { addPeople } from '../apps/server/test/support/live-processes.ts'
import { layeredFlow } from './graphs.ts'
import { percentile } from './percentile.ts'
import { startMeasured } from './server/measured-process.ts'

const SERVER = join(import.meta.dirname, '..', 'apps', 'server', 'src', 'main.ts')
const NODES = 50
const EDITORS = 5
const EDITS = 200
/** As the editor sends what is dragged. */
const EDIT_MS = 50
const DOCUMENTS = 200
/** Of one update of somebody who floods the server, in bytes. */
const FLOOD = 256 * 1024

/**
 * Drawing together on SQLite: how long an edit takes until another person's document has it, while five people draw one flow of 50
 * components, alone and beside somebody who floods another one; and the memory of a server with 200 such flows open.
 */
export async function bench(): Promise<Record<string, number>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'plimsoll-bench-'))
  const people = await addPeople({ dataDir, databaseUrl: undefined }, EDITORS)
  const token = people[0]?.token ?? ''
  const server = await startMeasured(SERVER, [], { PORT: '0', DATA_DIR: dataDir, DEMO_MODE: '0', RATE_LIMITS: 'off' })
  const url = `http://127.0.0.1:${server.port}`
  const open: LiveClient[] = []
  const enter = async (flowId: string, as = token) => {
    const client = connect(url, { flowId, token: as })
    open.push(client)
    await client.saved()
    return client
  }
  try {
    const empty = await rssMiB(server.pid)
    const flowId = await addFlow(url, token)
    const editors: LiveClient[] = []
    for (let index = 0; index < EDITORS; index++) editors.push(await enter(flowId))
    const alone = await edit(editors)
    const flooder = people[1]?.token ?? token
    const beside = await whileFlooding(await enter(await addFlow(url, flooder), flooder), () => edit(editors))
    for (const client of open.splice(0)) client.close()
    for (let index = 0; index < DOCUMENTS; index++) await enter(await addFlow(url, token))
    return {
      'together.appearance.p95Ms': percentile(alone, 0.95),
      'together.appearance.besideFlood.p95Ms': percentile(beside, 0.95),
      'together.documents.rssMiB': await rssMiB(server.pid),
      'together.empty.rssMiB': empty,
    }
  } finally {
    for (const client of open) client.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Every editor moves a component of its own; how long each move took until the next editor's document had it, in ms. */
async function edit(editors: readonly LiveClient[]): Promise<number[]> {
  const times: number[] = []
  const sent = new Map<string, number>()
  const ids = [...(editors[0]?.doc.getMap('nodes').keys() ?? [])]
  editors.forEach(({ doc }, index) => {
    const of = (index + 1) % editors.length
    entry(doc, ids[of])?.observe(({ target }) => {
      const { x } = target.get('position') as { x: number }
      const began = sent.get(`${of} ${x}`)
      if (began !== undefined) times.push(performance.now() - began)
      sent.delete(`${of} ${x}`)
    })
  })
  for (let count = 0; count < EDITS; count++) {
    for (const [index, { doc }] of editors.entries()) {
      sent.set(`${index} ${count}`, performance.now())
      entry(doc, ids[index])?.set('position', { x: count, y: 0 })
      await delay(EDIT_MS / editors.length)
    }
  }
  while (sent.size > 0) await delay(EDIT_MS)
  return times
}

const entry = (doc: LiveClient['doc'], id = '') => {
  const nodes = doc.getMap<ReturnType<typeof doc.getMap<unknown>>>('nodes')
  return nodes.get(id)
}

async function whileFlooding<Result>({ doc }: LiveClient, work: () => Promise<Result>): Promise<Result> {
  let isOver = false
  const text = 'x'.repeat(FLOOD)
  const flood = async () => {
    for (let count = 0; !isOver; count++) {
      doc.getMap('heading').set('name', `${count}${text}`)
      await delay(EDIT_MS)
    }
  }
  const flooding = flood()
  const result = await work()
  isOver = true
  await flooding
  return result
}

async function addFlow(url: string, token: string): Promise<string> {
  const flow = { name: 'A system in layers', description: 'As people draw it', ...layeredFlow(NODES) }
  const answer = await fetch(`${url}/api/flows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...flow, documentVersion: DOCUMENT_VERSION }),
  })
  return ((await answer.json()) as { data: { id: string } }).data.id
}

/** The memory of a process on Linux. */
async function rssMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}
