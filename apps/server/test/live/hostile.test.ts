import { MessageType } from '@hocuspocus/server'
import { expect, it } from 'vitest'
import * as Y from 'yjs'
import { LIVE_BOUNDS, LIVE_LIMITS } from '../../src/modules/live/live.policy.ts'
import { flowBody } from '../support/flows.ts'
import { connect, nameIn } from '../support/live-clients.ts'
import { startLiveServer } from '../support/live-server.ts'
import { addFlow, onEachLiveServer } from '../support/on-each-live-server.ts'
import { openRawSocket, type RawSocket } from '../support/raw-socket.ts'

const UPDATE = 2

/** What a document becomes by an edit that no editor makes. */
function updateOf(edit: (doc: Y.Doc) => void): Uint8Array {
  const doc = new Y.Doc()
  edit(doc)
  return Y.encodeStateAsUpdate(doc)
}
/** A token for a document with a short name. */
const authentication = (name: string, token: string) =>
  Uint8Array.from([name.length, ...Buffer.from(name), MessageType.Auth, 0, token.length, ...Buffer.from(token)])
const sendUpdate = (socket: RawSocket, update: Uint8Array) => socket.send(MessageType.Sync, UPDATE, update)

onEachLiveServer('hostile clients of a flow that is drawn together', ({ server, join }) => {
  async function joined() {
    const { id, owner } = await addFlow(server())
    const socket = await openRawSocket(server().url, id)
    await socket.join(owner.token)
    return { id, owner, socket }
  }

  const inHeading = (value: unknown) => updateOf((doc) => doc.getMap('heading').set('name', value))
  let nested: unknown = 1
  for (let depth = 0; depth < 40; depth++) nested = [nested]

  const REFUSED: Record<string, Uint8Array> = {
    'bytes at random': Uint8Array.from({ length: 200 }, (_, index) => (index * 97) % 256),
    'another root': updateOf((doc) => doc.getMap('passwords').set('a', 1)),
    'a list': updateOf((doc) => doc.getArray('nodes').push([1])),
    'a list in a map': updateOf((doc) => doc.getMap('nodes').set('a', new Y.Array())),
    'a text': updateOf((doc) => doc.getText('heading').insert(0, 'text')),
    'a document in a document': updateOf((doc) => doc.getMap('nodes').set('a', new Y.Doc())),
    bytes: inHeading(new Uint8Array(8)),
    'a number that is none': inHeading(Number.NaN),
    'an integer beyond JSON': inHeading(10n),
    'the character NUL': inHeading('a\0b'),
    'deep nesting': inHeading(nested),
    'the key of a prototype': updateOf((doc) => doc.getMap('nodes').set('__proto__', new Y.Map())),
    'a long key': updateOf((doc) => doc.getMap('nodes').set('x'.repeat(1_000), 1)),
  }

  it.each(Object.keys(REFUSED))('[COL-80] an update that no editor writes ends the socket: %s', async (what) => {
    const { id, owner, socket } = await joined()
    sendUpdate(socket, REFUSED[what] ?? new Uint8Array())
    expect(await socket.closed).toEqual({ code: 4400, reason: 'invalid' })
    const loaded = await server().request(`/api/flows/${id}`, { token: owner.token })
    expect([loaded.status, loaded.body.data.name]).toEqual([200, 'A small shop'])
    expect(
      await server().database.read.selectFrom('live_updates').selectAll().where('flow_id', '=', id).execute(),
    ).toEqual([])
  })

  it('[COL-81] frames at random end the socket, and nobody else notices', async () => {
    const { id, owner } = await addFlow(server())
    const neighbour = join(id, owner)
    await neighbour.saved()
    const frames = [
      new Uint8Array([]),
      new Uint8Array([255, 255, 255, 255, 255, 255, 255, 255, 255, 255]),
      new Uint8Array([3, 1]),
      'text',
    ]
    for (const frame of frames) {
      const socket = await openRawSocket(server().url, id)
      await socket.join(owner.token)
      socket.sendFrame(frame)
      expect((await socket.closed).code).toBe(4400)
    }
    const { socket } = await joined()
    socket.send(MessageType.BroadcastStateless, 'to all')
    expect((await socket.closed).code).toBe(4400)
    expect(nameIn(neighbour.doc)).toBe('A small shop')
    expect(neighbour.provider.isAuthenticated).toBe(true)
  })

  it('[COL-148] a socket authenticates once, and its person has left when it ends', async () => {
    const { id, owner } = await addFlow(server())
    const viewer = await server().addUser()
    const share = { email: viewer.email, role: 'viewer' }
    await server().request(`/api/flows/${id}/people`, { method: 'PUT', token: owner.token, body: share })
    const again: Record<string, (socket: RawSocket) => void> = {
      'at once': (socket) => {
        socket.authenticate(owner.token)
        socket.authenticate(owner.token)
      },
      later: async (socket) => {
        await socket.join(owner.token)
        socket.authenticate(owner.token)
      },
      'after the end of the document': async (socket) => {
        await socket.join(owner.token)
        socket.send(MessageType.CLOSE)
        socket.authenticate(owner.token)
      },
      'for another session': (socket) => socket.sendFrame(authentication(`${id}\0a`, owner.token)),
    }
    for (const [how, authenticate] of Object.entries(again)) {
      const socket = await openRawSocket(server().url, id)
      authenticate(socket)
      expect([how, await socket.closed]).toEqual([how, { code: 4400, reason: 'invalid' }])
      socket.close()
    }
    const presence = () => server().request(`/api/presence?flows=${id}`, { token: viewer.token })
    await expect.poll(async () => (await presence()).body.data).toEqual([])
  })

  it('[COL-82] a message above 6 MiB ends the socket', async () => {
    const { socket } = await joined()
    socket.sendFrame(new Uint8Array(LIVE_BOUNDS.message + 1))
    expect((await socket.closed).code).toBe(1009)
  })

  it('[COL-83] awareness above 8 KiB ends the socket', async () => {
    const { socket } = await joined()
    socket.send(MessageType.Awareness, new Uint8Array(LIVE_BOUNDS.awareness))
    expect(await socket.closed).toEqual({ code: 4413, reason: 'too-large' })
  })

  it('[COL-84] nobody speaks for the cursor of another', async () => {
    const { id, owner } = await addFlow(server())
    const [one, other] = [join(id, owner), join(id, owner)]
    await Promise.all([one.saved(), other.saved()])
    one.provider.setAwarenessField('cursor', { x: 1, y: 1 })
    const cursorOf = (client: typeof one, of: typeof one) =>
      client.provider.awareness?.getStates().get(of.doc.clientID)?.cursor
    await expect.poll(() => cursorOf(other, one)).toEqual({ x: 1, y: 1 })
    const forged = other.provider.awareness
    forged?.setLocalStateField('cursor', { x: 2, y: 2 })
    await expect.poll(() => cursorOf(one, other)).toEqual({ x: 2, y: 2 })
    const third = join(id, owner)
    await third.saved()
    forged?.states.set(one.doc.clientID, { cursor: { x: 9, y: 9 } })
    forged?.meta.set(one.doc.clientID, { clock: 1_000, lastUpdated: Date.now() })
    forged?.emit('update', [{ added: [], updated: [one.doc.clientID], removed: [] }, 'forged'])
    other.provider.setAwarenessField('cursor', { x: 3, y: 3 })
    await expect.poll(() => cursorOf(third, other)).toEqual({ x: 3, y: 3 })
    expect(cursorOf(third, one)).toEqual({ x: 1, y: 1 })
  })

  it('[COL-85] what was merged to an invalid flow is mended before it is stored as the flow', async () => {
    const { id, owner } = await addFlow(server())
    const [client, other] = [join(id, owner), join(id, owner)]
    await Promise.all([client.saved(), other.saved()])
    const server2 = client.doc.getMap<Y.Map<unknown>>('nodes').get('node-b')
    client.doc.transact(() => {
      server2?.set('data.cpuCores', 'many')
      server2?.set('position', 'nowhere')
      client.doc.getMap('nodes').delete('node-a')
      client.doc.getMap('heading').set('name', '')
    })
    await client.saved()
    await other.until((doc) => doc.getMap('edges').size === 0)
    const loaded = await server().request(`/api/flows/${id}`, { token: owner.token })
    const { name, nodes, edges } = loaded.body.data
    expect([name, edges, nodes.length, typeof nodes[0].data.cpuCores]).toEqual(['A small shop', [], 1, 'number'])
  })

  it('[COL-141] settings of the simulation over their limit are removed, and the flow loads and is saved', async () => {
    const { id, owner } = await addFlow(server())
    const [client, other] = [join(id, owner), join(id, owner)]
    await Promise.all([client.saved(), other.saved()])
    const settings = client.doc.getMap('simulation')
    settings.set('engine', 'events')
    settings.set('large', 'x'.repeat(70 * 1024))
    await client.saved()
    const path = `/api/flows/${id}`
    const loaded = await server().request(path, { token: owner.token })
    expect([loaded.status, loaded.body.data.simulation]).toEqual([200, { engine: 'events' }])
    await other.until(
      (doc) => doc.getMap('simulation').get('engine') === 'events' && !doc.getMap('simulation').has('large'),
    )
    const body = flowBody({ live: true, version: 1 })
    const saved = await server().request(path, { method: 'PUT', token: owner.token, body })
    expect([saved.status, saved.body.data.version, saved.body.data.simulation]).toEqual([200, 2, { engine: 'events' }])
  })

  it('[COL-86] a client that does not read is left behind', async () => {
    const { id, owner } = await addFlow(server())
    const [writer, reader] = [join(id, owner), await openRawSocket(server().url, id)]
    await writer.saved()
    await reader.join(owner.token)
    reader.pause()
    const text = 'x'.repeat(1024 * 1024)
    for (let round = 0; round < 40 && !reader.isClosedByServer(); round++) {
      writer.doc.getMap('simulation').set('text', `${round}${text}`)
      await writer.saved()
    }
    await expect.poll(() => server().events('access-denied').at(-1)).toMatchObject({ reason: 'socket: too-slow' })
    expect(writer.provider.isAuthenticated).toBe(true)
  })

  it('[COL-87] a document that has grown too large takes nothing more', async () => {
    const { id, owner } = await addFlow(server())
    const writer = join(id, owner)
    await writer.saved()
    const text = 'x'.repeat(3 * 1024 * 1024)
    const closed = writer.closed.then(() => true)
    for (let round = 0, isClosed = false; round < 8 && !isClosed; round++) {
      writer.doc.getMap<Y.Map<unknown>>('nodes').get('node-a')?.set(`data.text${round}`, text)
      isClosed = await Promise.race([closed, writer.saved().then(() => false)])
    }
    expect(await writer.closed).toEqual({ code: 4413, reason: 'too-large' })
    const { size } = Object(
      await server()
        .database.read.selectFrom('live_updates')
        .select(({ fn }) => fn.sum<number>(fn('length', ['data'])).as('size'))
        .where('flow_id', '=', id)
        .executeTakeFirst(),
    )
    expect(Number(size)).toBeLessThan(LIVE_BOUNDS.document + LIVE_BOUNDS.message)
    writer.close()
  })
})

it('[COL-142] what is drawn beyond what a flow may have leaves the saved flow to be loaded, and is saved once it is shortened', async () => {
  // One database is enough: what is large here is the JSON.
  const server = await startLiveServer('SQLite')
  const { id, owner } = await addFlow(server)
  const client = connect(server.url, { flowId: id, token: owner.token })
  await client.saved()
  const path = `/api/flows/${id}`
  const save = (name: string) =>
    server.request(path, {
      method: 'PUT',
      token: owner.token,
      body: flowBody({ live: true, version: 1, name }),
    })
  // In JSON each of these characters takes six.
  const text = '\u0001'.repeat(3 * 1024 * 1024)
  const node = () => client.doc.getMap<Y.Map<unknown>>('nodes').get('node-a')
  for (const key of ['data.one', 'data.two']) {
    node()?.set(key, text)
    await client.saved()
  }
  const loaded = await server.request(path, { token: owner.token })
  expect([loaded.status, loaded.body.data.version, 'one' in loaded.body.data.nodes[0].data]).toEqual([200, 1, false])
  const refused = await save('Too much')
  expect([refused.status, refused.body.message]).toEqual([
    413,
    'This flow has 36 MiB of text. A flow may have 32 MiB: shorten its texts, or divide it.',
  ])
  for (const key of ['data.one', 'data.two']) node()?.delete(key)
  await client.saved()
  const saved = await save('Shortened')
  expect([saved.status, saved.body.data.version]).toEqual([200, 2])
  client.close()
  await server.stop()
})

onEachLiveServer(
  'bounds of sockets',
  ({ server }) => {
    it('[COL-88] more messages than a person makes end the socket', async () => {
      const { id, owner } = await addFlow(server())
      const socket = await openRawSocket(server().url, id)
      await socket.join(owner.token)
      for (let sent = 0; sent <= LIVE_LIMITS.messagesPerUser.burst; sent++) socket.send(MessageType.QueryAwareness)
      expect(await socket.closed).toEqual({ code: 4429, reason: 'too-many-messages' })
      server().clock.now += 60_000
    })

    it('[COL-89] more bytes than a person writes end the socket', async () => {
      const { id, owner } = await addFlow(server())
      const socket = await openRawSocket(server().url, id)
      await socket.join(owner.token)
      for (const key of ['a', 'b', 'c'])
        sendUpdate(
          socket,
          updateOf((doc) => doc.getMap('simulation').set(key, 'x'.repeat(3 * 1024 * 1024))),
        )
      expect(await socket.closed).toEqual({ code: 4429, reason: 'too-many-bytes' })
      server().clock.now += 60_000
    })

    it('[COL-140] who sent too many bytes joins again when the message that was refused could be taken', async () => {
      const { id, owner } = await addFlow(server())
      const rejoin = async () => {
        const socket = await openRawSocket(server().url, id)
        const closed = socket.closed.then(({ reason }) => reason)
        const outcome = await Promise.race([socket.join(owner.token).then(() => 'joined'), closed])
        return { socket, outcome }
      }
      const { socket } = await rejoin()
      const { bytesPerUser } = LIVE_LIMITS
      const update = updateOf((doc) => doc.getMap('simulation').set('text', 'x'.repeat(bytesPerUser.burst / 2)))
      sendUpdate(socket, update)
      sendUpdate(socket, update)
      expect(await socket.closed).toMatchObject({ reason: 'too-many-bytes' })
      expect((await rejoin()).outcome).toBe('too-many-bytes')
      // Half of the burst is there already.
      server().clock.now += 10_000
      const { socket: again, outcome } = await rejoin()
      expect(outcome).toBe('joined')
      again.close()
      server().clock.now += 60_000
    })

    it('[COL-102] a flow has a bounded number of sockets, and so has a network address', async () => {
      const owner = await server().addUser()
      const sockets: RawSocket[] = []
      const fill = async (count: number) => {
        const { id } = await addFlow(server(), owner)
        for (let index = 0; index < count; index++) sockets.push(await openRawSocket(server().url, id))
        return id
      }
      const { socketsPerFlow, socketsPerAddress } = LIVE_LIMITS
      const full = await fill(socketsPerFlow)
      await expect(openRawSocket(server().url, full)).rejects.toThrow('429')
      // Sockets of earlier tests may not be closed yet.
      await expect(fill(socketsPerFlow - 1).then(() => fill(socketsPerFlow - 1))).rejects.toThrow('429')
      expect(sockets.length).toBeLessThanOrEqual(socketsPerAddress)
      const { id } = await addFlow(server(), owner)
      for (const socket of sockets) socket.close()
      await expect
        .poll(async () => {
          const socket = await openRawSocket(server().url, id).catch(() => undefined)
          socket?.close()
          return socket !== undefined
        })
        .toBe(true)
    })

    it('[COL-90] a person has a bounded number of sockets', async () => {
      const owner = await server().addUser()
      const sockets: RawSocket[] = []
      for (let index = 0; index <= LIVE_LIMITS.socketsPerUser; index++) {
        const { id } = await addFlow(server(), owner)
        const socket = await openRawSocket(server().url, id)
        if (index < LIVE_LIMITS.socketsPerUser) await socket.join(owner.token)
        else socket.authenticate(owner.token)
        sockets.push(socket)
      }
      expect(await sockets.at(-1)?.closed).toEqual({ code: 4429, reason: 'too-many-sockets' })
      for (const socket of sockets) socket.close()
    })

    it('[API-814] a person who opens many sockets at once has no more of them', async () => {
      const owner = await server().addUser()
      const { id } = await addFlow(server(), owner)
      const count = LIVE_LIMITS.socketsPerUser + 20
      const sockets = await Promise.all(Array.from({ length: count }, () => openRawSocket(server().url, id)))
      const closed = sockets.map(async (socket) => (await socket.closed).reason)
      const outcomes = sockets.map((socket, index) =>
        Promise.race([closed[index], socket.join(owner.token).then(() => 'joined')]),
      )
      const reasons = await Promise.all(outcomes)
      expect(reasons.filter((reason) => reason === 'joined')).toHaveLength(LIVE_LIMITS.socketsPerUser)
      expect(reasons.filter((reason) => reason === 'too-many-sockets')).toHaveLength(20)
      for (const socket of sockets) socket.close()
    })

    it('[API-815] a person who opens sockets again and again has to wait, and so has a network address', async () => {
      const owner = await server().addUser()
      const { id } = await addFlow(server(), owner)
      const open = async () => {
        const socket = await openRawSocket(server().url, id)
        const closed = socket.closed.then(({ reason }) => reason)
        const outcome = await Promise.race([socket.join(owner.token).then(() => 'joined'), closed])
        socket.close()
        await closed
        return outcome
      }
      // Time stands still. The server may not have seen yet that the last ones are closed, but 40 of them are not open.
      server().clock.now += 60_000
      for (let index = 0; index < LIVE_LIMITS.openedByUser.burst; index++) expect(await open()).toBe('joined')
      expect(await open()).toBe('too-many-sockets')
      server().clock.now += 500
      expect(await open()).toBe('joined')
      const refused = Array.from({ length: LIVE_LIMITS.openedByAddress.burst }, () =>
        openRawSocket(server().url, id).then(
          (socket) => socket.close(),
          ({ message }: Error) => message,
        ),
      )
      expect(await Promise.all(refused)).toContain('The socket is refused with 429.')
      server().clock.now += 60_000
    })
  },
  { hasRateLimits: true },
)
