import { setTimeout as delay } from 'node:timers/promises'
import { readContent } from '@plimsoll/collaboration'
import { createEdge, createNode, parseFlow } from '@plimsoll/flow'
import { afterEach, expect, it } from 'vitest'
import * as Y from 'yjs'
import { sized } from '../../../../tooling/lib/test-size.ts'
import { SERVER } from '../durability/server-env.ts'
import { measured, pick, pinnedRandom } from '../support/attack.ts'
import { DATABASES, makeDatabase } from '../support/databases.ts'
import { connect, type LiveClient } from '../support/live-clients.ts'
import { addPeople, addSharedFlow } from '../support/live-processes.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

const EDITORS = sized({ small: 4, full: 10 })
const ROUNDS = sized({ small: 2, full: 10 })
/** Of one round, after which a server is killed. */
const ROUND_MS = sized({ small: 1_500, full: 30_000 })
const PAUSE_MS = 100
const TIMEOUT_MS = 60_000 + 3 * ROUNDS * ROUND_MS

/** Somebody who edits at random, drops the connection at random, and remembers what the server has acknowledged. */
class Editor {
  readonly doc = new Y.Doc()
  readonly acknowledged = new Set<string>()
  private readonly name: string
  private readonly token: string
  private readonly flowId: string
  private readonly random: () => number
  private client: LiveClient | undefined
  private unknown: string[] = []
  private made = 0

  constructor({ name, token, flowId, random }: { name: string; token: string; flowId: string; random: () => number }) {
    this.name = name
    this.token = token
    this.flowId = flowId
    this.random = random
  }

  join(url: string) {
    const client = connect(url, { flowId: this.flowId, token: this.token, doc: this.doc })
    this.client = client
    client.provider.on('unsyncedChanges', () => {
      if (client !== this.client || client.provider.hasUnsyncedChanges || !client.provider.isSynced) return
      for (const id of this.unknown) this.acknowledged.add(id)
      this.unknown = []
    })
  }

  leave() {
    this.client?.close()
    this.client = undefined
  }

  async edit(untilStopped: () => boolean) {
    while (!untilStopped()) {
      this.editOnce()
      await delay(this.random() * PAUSE_MS)
    }
  }

  saved = () => this.client?.saved()

  private editOnce() {
    const nodes = this.doc.getMap<Y.Map<unknown>>('nodes')
    const edges = this.doc.getMap<Y.Map<unknown>>('edges')
    const chance = this.random()
    const ids = [...nodes.keys()]
    const at = { x: Math.round(this.random() * 1_000), y: Math.round(this.random() * 1_000) }
    if (chance < 0.3 || ids.length === 0) this.addNode(nodes, at)
    else if (chance < 0.4)
      edges.set(`edge-${this.name}-${this.made++}`, edgeBetween(pick(this.random, ids), pick(this.random, ids)))
    else if (chance < 0.5) this.removeOne(nodes)
    else if (chance < 0.55) this.drop()
    else if (chance < 0.6) this.doc.getMap('heading').set('name', `Named by ${this.name} ${this.made}`)
    // At times more than the property may be.
    else if (chance < 0.7) nodes.get(pick(this.random, ids))?.set('data.cpuCores', Math.round(this.random() * 200) - 20)
    else nodes.get(pick(this.random, ids))?.set('position', at)
  }

  /** One of those that nobody removes. */
  private addNode(nodes: Y.Map<Y.Map<unknown>>, position: { x: number; y: number }) {
    const isKept = this.random() < 0.5
    const id = `${isKept ? 'kept' : 'node'}-${this.name}-${this.made++}`
    const { type } = createNode('Server', { id, position, settings: {} })
    nodes.set(
      id,
      new Y.Map<unknown>([
        ['type', type],
        ['position', position],
        ['order', this.made],
      ]),
    )
    if (isKept) this.unknown.push(id)
  }

  private removeOne(nodes: Y.Map<Y.Map<unknown>>) {
    const removable = [...nodes.keys()].filter((id) => !id.startsWith('kept'))
    if (removable.length > 0) nodes.delete(pick(this.random, removable))
  }

  private drop() {
    const socket = this.client?.provider.configuration.websocketProvider
    socket?.disconnect()
    setTimeout(() => void socket?.connect(), this.random() * 5 * PAUSE_MS)
  }

  content = () => JSON.stringify(readContent(this.doc).content)
  vector = () => Buffer.from(Y.encodeStateVector(this.doc)).toString('hex')
}

function edgeBetween(source: string, target: string): Y.Map<unknown> {
  const { type } = createEdge('http', { id: 'edge', ends: { source, target }, settings: {} })
  return new Y.Map<unknown>(Object.entries({ type, source, target }))
}

let cleanUp: () => Promise<void> = async () => {}
afterEach(() => cleanUp())

it.for(DATABASES)(
  '[COL-98] people who edit at random over dropped connections and killed servers end with the same flow, and nothing acknowledged is lost, on %s',
  { timeout: TIMEOUT_MS },
  async (name, { task }) => {
    const random = pinnedRandom()
    const storage = await makeDatabase(name)
    const people = await addPeople(storage, EDITORS)
    const start = () => startProcess({ storage, env: SERVER })
    // On PostgreSQL every other editor is at another server.
    const servers: ServerProcess[] = [await start(), ...(name === 'PostgreSQL' ? [await start()] : [])]
    const urlFor = (index: number) => servers[index % servers.length]?.url ?? ''
    const flowId = await addSharedFlow(urlFor(0), people)
    const editors = people.map(({ token }, index) => new Editor({ name: `${index}`, token, flowId, random }))
    cleanUp = async () => {
      for (const editor of editors) editor.leave()
      for (const server of servers) await server.end()
      await storage.remove()
    }
    editors.forEach((editor, index) => {
      editor.join(urlFor(index))
    })
    await Promise.all(editors.map((editor) => editor.saved()))

    for (let round = 0; round < ROUNDS; round++) {
      let isOver = false
      const editing = Promise.all(editors.map((editor) => editor.edit(() => isOver)))
      await delay(ROUND_MS * (0.5 + random() / 2))
      const killed = round % servers.length
      await servers[killed]?.end('SIGKILL')
      isOver = true
      await editing
      const acknowledged = editors.map((editor) => [...editor.acknowledged])
      for (const editor of editors) editor.leave()
      servers[killed] = await start()
      const stored = await load(urlFor(round), flowId, people[0]?.token ?? '')
      const ids = new Set(stored.nodes.map(({ id }) => id))
      expect(acknowledged.flat().filter((id) => !ids.has(id))).toEqual([])
      editors.forEach((editor, index) => {
        editor.join(urlFor(index))
      })
    }
    await Promise.all(editors.map((editor) => editor.saved()))
    await expect
      .poll(() => new Set(editors.map((editor) => editor.content() + editor.vector())).size, { timeout: 20_000 })
      .toBe(1)
    const stored = await load(urlFor(0), flowId, people[0]?.token ?? '')
    const drawn = readContent(editors[0]?.doc ?? new Y.Doc()).content
    expect(parseFlow(stored)).toEqual({ ok: true, flow: drawn.flow })
    const acknowledged = editors.reduce((sum, editor) => sum + editor.acknowledged.size, 0)
    expect(acknowledged).toBeGreaterThan(EDITORS)
    measured(
      task,
      `${name}: ${EDITORS} editors, ${ROUNDS} kills, ${acknowledged} acknowledged components, 0 lost, one flow`,
    )
  },
)

async function load(url: string, flowId: string, token: string) {
  const answer = await fetch(`${url}/api/flows/${flowId}`, { headers: { authorization: `Bearer ${token}` } })
  return ((await answer.json()) as { data: { nodes: { id: string }[] } }).data
}
