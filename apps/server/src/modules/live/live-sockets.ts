import type { IncomingMessage as HttpRequest } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Connection, Hocuspocus, OutgoingMessage } from '@hocuspocus/server'
import { mayRole, saveFaultMessage } from '@plimsoll/contract'
import createUpgrader from 'crossws/adapters/node'
import { messageYjsSyncStep1, messageYjsSyncStep2 } from 'y-protocols/sync'
import * as Y from 'yjs'
import { bearerToken } from '../../bearer-token.ts'
import { clientAddress } from '../../client-address.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import { isId } from '../../database/ids.ts'
import { ApiError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import type { Logger } from '../../logger.ts'
import { onBehalfOf, onBehalfOfUser, partyOfAddress, partyOfUser } from '../../on-behalf-of.ts'
import type { SignedInUser } from '../../requester.ts'
import { authorize } from '../sharing/authorize.ts'
import { fullName } from '../sharing/people.service.ts'
import { createAwarenessRelay, FROM_SERVER } from './awareness-relay.ts'
import { checkMessage } from './check-message.ts'
import { checkUpdate } from './check-update.ts'
import { every } from './every.ts'
import { LIVE_BOUNDS, LIVE_LIMITS, LIVE_TIMES } from './live.policy.ts'
import { findPerson } from './live.repository.ts'
import { keepOwnState } from './live-awareness.ts'
import type { LiveDocuments } from './live-documents.ts'
import type { LiveSocket } from './live-socket.ts'
import type { Presence } from './presence.ts'
import { createCounts, createRates } from './rates.ts'
import { lookUpRights } from './rights.ts'

const PATH = /^\/api\/flows\/([^/?]+)\/live(?:\?|$)/

/** Why the server ends a socket, with the code of the close frame. */
const ENDS = {
  unauthorized: 4401,
  'not-found': 4404,
  'role-changed': 4403,
  invalid: 4400,
  'too-large': 4413,
  'storage-full': 4413,
  'too-many-messages': 4429,
  'too-many-bytes': 4429,
  'too-many-sockets': 4429,
  'too-slow': 4408,
  unavailable: 1013,
  restarting: 1012,
} as const

type End = keyof typeof ENDS

/** A client that is told so does not come back by itself. */
const DENIALS: readonly End[] = ['unauthorized', 'not-found']

interface LiveSocketOptions {
  database: Database
  documents: LiveDocuments
  presence: Pick<Presence, 'enter' | 'leave'>
  sessions: {
    identify(token: string): Promise<SignedInUser | undefined>
    openAmong(sessionIds: readonly string[]): Promise<ReadonlySet<string>>
  }
  config: Pick<Config, 'trustedProxies' | 'hasRateLimits' | 'publicUrl'>
  logger: Logger
  now: () => number
}

/** What the library's type does not tell of a socket in Node. */
interface NodeSocket {
  pause(): void
}

interface Context {
  socket: LiveSocket
}

export interface LiveSockets {
  /** Whether this request is for a socket of a flow. */
  accepts(request: HttpRequest): boolean
  upgrade(request: HttpRequest, socket: Duplex, head: Buffer): void
  start(): void
  /** Refuses new sockets, saves all documents, and ends the sockets then. */
  stop(): Promise<void>
}

/** The sockets of flows that are drawn together. See docs/decisions/0253. */
export function createLiveSockets(options: LiveSocketOptions): LiveSockets {
  const { database, documents, presence, sessions, config, logger, now } = options
  const sockets = new Map<string, LiveSocket>()
  const clients = new Map<string, ReturnType<Hocuspocus['handleConnection']>>()
  const counts = { address: createCounts(), user: createCounts(), flow: createCounts() }
  const rates = {
    messagesOfUser: createRates(LIVE_LIMITS.messagesPerUser, now),
    messagesOfAddress: createRates(LIVE_LIMITS.messagesPerAddress, now),
    bytesOfUser: createRates(LIVE_LIMITS.bytesPerUser, now),
    bytesOfAddress: createRates(LIVE_LIMITS.bytesPerAddress, now),
    openedByUser: createRates(LIVE_LIMITS.openedByUser, now),
    openedByAddress: createRates(LIVE_LIMITS.openedByAddress, now),
  }
  const relay = createAwarenessRelay({
    ...{ database, logger },
    find: (flowId) => hocuspocus.documents.get(flowId)?.awareness,
  })
  let ends: (() => void)[] = []
  let isStopping = false

  const hocuspocus = new Hocuspocus<Context>({
    quiet: true,
    // Documents are saved when they are unloaded; see `documents`.
    debounce: 500,
    maxDebounce: 500,
    maxPendingDocuments: 1,
    maxUnauthenticatedQueueMessages: 100,
    maxUnauthenticatedQueueSize: LIVE_BOUNDS.message,
    async onAuthenticate({ token, documentName, connectionConfig, context: { socket } }) {
      const end = documentName === socket.flowId ? await admit(socket, token) : 'not-found'
      if (end) {
        endSoon(socket, end)
        throw refusal(end)
      }
      connectionConfig.readOnly = !mayRole(socket.role, 'save')
    },
    async connected({ connection, context: { socket } }) {
      socket.connection = connection
      const fault = documents.find(socket.flowId)?.fault
      if (fault && !connection.readOnly) connection.sendStateless(saveFaultMessage(fault))
      if (connection.document.isDestroyed) end(socket, 'restarting')
    },
    async onLoadDocument({ document, documentName, context: { socket } }) {
      try {
        await documents.open(documentName, document, (fault) =>
          document.broadcastStateless(saveFaultMessage(fault), ({ readOnly }) => !readOnly),
        )
      } catch (error) {
        const reason = endFor(error)
        if (reason === 'unavailable')
          logger.error({ error, flowId: documentName }, 'a flow that is drawn together could not be opened')
        endSoon(socket, reason)
        throw refusal(reason)
      }
    },
    async afterLoadDocument({ documentName }) {
      relay.ask(documentName)
    },
    async onAwarenessUpdate({ documentName, added, updated, removed, transactionOrigin }) {
      if (transactionOrigin !== FROM_SERVER)
        relay.pass(documentName, { changed: [...added, ...updated], left: removed })
    },
    async beforeUnloadDocument({ documentName }) {
      await documents.close(documentName)
    },
    async beforeSync({ type, payload, connection, document, context: { socket } }) {
      if (type === messageYjsSyncStep1 || connection.readOnly) return
      const isStored = await store(socket, payload, { type, document, connection })
      // It is not applied then, nor acknowledged.
      if (!isStored) connection.readOnly = true
    },
    async beforeHandleAwareness({ states, document, context }) {
      if (context) keepOwnState(states, { document, socket: context.socket })
    },
  })

  /** Why a socket may not have the flow; undefined where it may. */
  async function admit(socket: LiveSocket, token: string): Promise<End | undefined> {
    try {
      const user = bearerToken(`Bearer ${token}`) === undefined ? undefined : await sessions.identify(token)
      if (!user) return 'unauthorized'
      if (socket.isEnded) return 'restarting'
      onBehalfOfUser(user.id)
      // A demo shares nothing, so nobody draws together with it.
      if (user.isDemo) return 'not-found'
      if (config.hasRateLimits) {
        const isFull = counts.user.of(user.id) >= LIVE_LIMITS.socketsPerUser
        if (isFull || !rates.openedByUser.take(user.id, 1)) return 'too-many-sockets'
        // To be let in costs a load of the document, and what was refused would be sent and refused again.
        if (!rates.bytesOfUser.hasRoomAgain(user.id)) return 'too-many-bytes'
      }
      // It counts from here on, or many that open at once would all find room. What follows may fail: then it ends, and does not count.
      socket.user = user
      counts.user.add(user.id, 1)
      const { role } = await authorize(database, { userId: user.id, flowId: socket.flowId, action: 'show', now: now() })
      const person = await findPerson(database.read, user.id)
      if (socket.isEnded) return 'restarting'
      socket.token = token
      socket.role = role
      socket.person = { id: user.id, name: person ? fullName(person) : '' }
      presence.enter(socket.flowId, user.id)
      logger.info({ userId: user.id, address: socket.address, flowId: socket.flowId, role }, 'a flow was joined')
      return undefined
    } catch (error) {
      if (error instanceof ApiError) return 'not-found'
      logger.warn({ error }, 'a socket of a flow could not be authenticated')
      return 'unavailable'
    }
  }

  interface Place {
    /** Of the protocol of Yjs. */
    type: number
    document: Y.Doc
    connection: Connection
  }

  /** Puts an update into the log. Returns whether that was done, or there was nothing to do. */
  async function store(
    socket: LiveSocket,
    update: Uint8Array,
    { type, document, connection }: Place,
  ): Promise<boolean> {
    const live = documents.find(socket.flowId)
    const { user } = socket
    if (socket.isEnded || isStopping || !live || !user) return false
    try {
      const { isEmpty } = checkUpdate(update)
      // A client that comes back sends what it removed before, too.
      const isKnown = type === messageYjsSyncStep2 && Y.snapshotContainsUpdate(Y.snapshot(document), update)
      if (isEmpty || isKnown) return true
    } catch {
      end(socket, 'invalid')
      return false
    }
    if (live.isFull) {
      end(socket, 'too-large')
      return false
    }
    try {
      const isStored = await live.append(update, user.id, { source: 'connection', connection })
      if (!isStored) {
        await recheck([socket])
        // Where it may draw, the document is gone: to come back begins another one.
        end(socket, 'unavailable')
      }
      return isStored
    } catch (error) {
      const reason = endFor(error)
      if (reason === 'unavailable')
        logger.warn({ error, flowId: socket.flowId }, 'an update of a flow could not be stored')
      end(socket, reason)
      return false
    }
  }

  /** Ends those of these sockets whose users may not do any more what they were opened for. */
  async function recheck(some: Iterable<LiveSocket>): Promise<void> {
    // Without a role it is just being admitted.
    const joined = [...some].filter(({ role, isEnded }) => role !== undefined && !isEnded)
    await lookUpRights(options, joined, (socket, right) => {
      if ('end' in right) end(socket, right.end)
      else if (mayRole(right.role, 'save') !== mayRole(socket.role, 'save')) end(socket, 'role-changed')
      else socket.role = right.role
    })
  }

  async function recheckAll() {
    for (const rate of Object.values(rates)) rate.clean()
    await recheck(sockets.values())
  }

  /** Ends a socket: nothing that it sends counts from here on. */
  function end(socket: LiveSocket, reason: End) {
    if (socket.isEnded) return
    const { peer, connection, user, address } = socket
    if (DENIALS.includes(reason) && connection)
      peer.send(new OutgoingMessage(connection.messageAddress).writePermissionDenied(reason).toUint8Array())
    socket.isEnded = true
    if (reason !== 'restarting')
      logEvent(logger, 'access-denied', { userId: user?.id, address, reason: `socket: ${reason}` })
    clients.get(peer.id)?.handleClose({ code: ENDS[reason], reason })
    peer.close(ENDS[reason], reason)
    // What it still sends is not read: a flood costs until the socket is closed.
    if (reason !== 'restarting') (peer.websocket as Partial<NodeSocket>).pause?.()
    setTimeout(() => peer.terminate(), LIVE_BOUNDS.closeMs).unref()
  }

  /** After the answer that is being written. */
  const endSoon = (socket: LiveSocket, reason: End) => void setImmediate(() => end(socket, reason))

  /** Why a message is refused unread; undefined where it is not. */
  function faultOf(socket: LiveSocket, data: Uint8Array): End | 'dropped' | undefined {
    const { address, user } = socket
    if (config.hasRateLimits) {
      const who = user?.id ?? address
      if (!rates.messagesOfUser.take(who, 1) || !rates.messagesOfAddress.take(address, 1)) return 'too-many-messages'
      if (!rates.bytesOfUser.take(who, data.length) || !rates.bytesOfAddress.take(address, data.length))
        return 'too-many-bytes'
    }
    try {
      return checkMessage(data, socket)
    } catch {
      return 'invalid'
    }
  }

  const upgrader = createUpgrader({
    serverOptions: { maxPayload: LIVE_BOUNDS.message, perMessageDeflate: false },
    hooks: {
      open(peer) {
        const flowId = PATH.exec(new URL(peer.request.url).pathname)?.[1] ?? ''
        const forwarded = peer.request.headers.get('x-forwarded-for') ?? undefined
        const address = clientAddress(peer.remoteAddress, forwarded, config.trustedProxies)
        const socket: LiveSocket = {
          ...{ peer, flowId, address, token: '', user: undefined, person: undefined, role: undefined },
          ...{ connection: undefined, clientId: undefined, hasToken: false, isSyncing: false, isEnded: false },
        }
        sockets.set(peer.id, socket)
        counts.address.add(address, 1)
        counts.flow.add(flowId, 1)
        const request = new Request(`http://localhost/api/flows/${encodeURIComponent(flowId)}/live`)
        clients.set(peer.id, hocuspocus.handleConnection(boundedSocket(socket), request, { socket }))
        setTimeout(() => {
          if (!socket.user) end(socket, 'unauthorized')
        }, LIVE_BOUNDS.authenticateMs).unref()
        if (isStopping) end(socket, 'restarting')
      },
      message(peer, message) {
        const socket = sockets.get(peer.id)
        if (!socket || socket.isEnded) return
        const data = message.uint8Array()
        const fault = isStopping ? 'restarting' : faultOf(socket, data)
        if (fault === 'dropped') return
        if (fault) end(socket, fault)
        else onBehalfOf(whoseIs(socket), () => clients.get(peer.id)?.handleMessage(data))
      },
      close(peer, { code = 1006, reason = '' }) {
        const socket = sockets.get(peer.id)
        if (!socket) return
        sockets.delete(peer.id)
        counts.address.add(socket.address, -1)
        counts.flow.add(socket.flowId, -1)
        if (socket.user) {
          counts.user.add(socket.user.id, -1)
          if (socket.role) presence.leave(socket.flowId, socket.user.id)
          logger.info({ userId: socket.user.id, flowId: socket.flowId, code }, 'a flow was left')
        }
        socket.isEnded = true
        clients.get(peer.id)?.handleClose({ code, reason })
        clients.delete(peer.id)
      },
      error(peer) {
        // Of the protocol, such as a message that is too long: the library closes the socket with the reason.
        peer.websocket.close?.()
      },
    },
  })

  /** The socket as Hocuspocus sees it. A client that does not read is left behind. */
  function boundedSocket(socket: LiveSocket) {
    const { peer } = socket
    return {
      get readyState() {
        return socket.isEnded ? WebSocket.CLOSING : (peer.websocket.readyState ?? WebSocket.OPEN)
      },
      send(data: unknown) {
        if (socket.isEnded) return
        if (peer.bufferedAmount > LIVE_BOUNDS.unread) end(socket, 'too-slow')
        else peer.send(data)
      },
      close(code?: number, reason?: string) {
        if (!socket.isEnded) peer.close(code, reason)
      },
    }
  }

  /** The status of the answer to a request that gets no socket; undefined where it gets one. */
  function statusOf({ url = '', headers, socket }: HttpRequest): [number, string] | undefined {
    if (isStopping) return [503, 'restarting']
    if (!isId(PATH.exec(url)?.[1] ?? '')) return [404, 'not-found']
    if (isCrossSite(headers)) return [403, "another site's page"]
    if (!config.hasRateLimits) return undefined
    const address = clientAddress(socket.remoteAddress, headers['x-forwarded-for']?.toString(), config.trustedProxies)
    const isFull =
      sockets.size >= LIVE_LIMITS.sockets ||
      counts.address.of(address) >= LIVE_LIMITS.socketsPerAddress ||
      counts.flow.of(PATH.exec(url)?.[1] ?? '') >= LIVE_LIMITS.socketsPerFlow ||
      !rates.openedByAddress.take(address, 1)
    return isFull ? [429, 'too-many-sockets'] : undefined
  }

  /** As the rule of the API: browsers tell from where they come, older ones by the origin alone. */
  function isCrossSite(headers: HttpRequest['headers']): boolean {
    const site = headers['sec-fetch-site']
    if (site !== undefined) return site === 'cross-site'
    const { origin, host } = headers
    return origin !== undefined && origin !== config.publicUrl && hostOf(origin) !== host
  }

  return {
    accepts: ({ method, url = '', headers }) =>
      method === 'GET' && PATH.test(url) && /^websocket$/i.test(headers.upgrade ?? ''),

    upgrade(request, socket, head) {
      socket.on('error', () => {})
      const refused = statusOf(request)
      if (!refused) return void upgrader.handleUpgrade(request, socket, head)
      const [status, reason] = refused
      logEvent(logger, 'access-denied', { reason: `socket: ${reason}` })
      socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
    },

    start() {
      const warn = (error: unknown) => logger.warn({ error }, 'whether sockets of flows may stay open is not known')
      ends = [every(LIVE_TIMES.recheckMs, recheckAll, warn), relay.start(), relay.stop]
    },

    async stop() {
      isStopping = true
      for (const stop of ends.splice(0)) stop()
      await documents.stop()
      for (const socket of sockets.values()) end(socket, 'restarting')
    },
  }
}

/** In whose turn what a socket sends waits for the database. */
const whoseIs = ({ user, address, peer }: LiveSocket) =>
  user ? { party: partyOfUser(user.id), member: '' } : { party: partyOfAddress(address), member: peer.id }

function endFor(error: unknown): End {
  const code = error instanceof ApiError ? error.code : undefined
  return code === 'resource/not-found' ? 'not-found' : code === 'validation/storage' ? 'storage-full' : 'unavailable'
}

/** Hocuspocus tells the reason to the client, and logs errors with a message. */
const refusal = (reason: End) => Object.assign(new Error(''), { reason })

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
