import { randomUUID } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import type { Logger } from '../../logger.ts'
import { every } from './every.ts'
import { LIVE_LIMITS, LIVE_TIMES } from './live.policy.ts'

const TELL = 'here'
/** In characters: PostgreSQL takes messages below 8,000 bytes. */
const MAX_LENGTH = 7_500

interface PresenceOptions {
  database: Database
  logger: Logger
  now: () => number
}

/** Who has which flows open. */
export interface Presence {
  /** A socket of a user was opened, or closed. */
  enter(flowId: string, userId: string): void
  leave(flowId: string, userId: string): void
  /** The users that have a flow open, at whichever server. */
  usersIn(flowId: string): Set<string>
  start(): () => void
}

/**
 * Counts the sockets of this server, and tells the others of each flow who is in it: when that changes, and again every few seconds, as
 * messages can be lost. What a server that has died has told is forgotten soon.
 */
export function createPresence({ database: { messages, read }, logger, now }: PresenceOptions): Presence {
  const here = new Map<string, Map<string, number>>()
  /** By flow and server. */
  const elsewhere = new Map<string, Map<string, { users: readonly string[]; until: number }>>()
  const server = randomUUID()
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  function change(flowId: string, userId: string, by: 1 | -1) {
    const users = here.get(flowId) ?? new Map<string, number>()
    const count = (users.get(userId) ?? 0) + by
    if (count > 0) users.set(userId, count)
    else users.delete(userId)
    if (users.size > 0) here.set(flowId, users)
    else here.delete(flowId)
    if (!messages) return
    changed.add(flowId)
    timer ??= setTimeout(() => void tell(changed).catch(warn), LIVE_TIMES.presenceDelayMs).unref()
  }

  async function tell(flowIds: Iterable<string>) {
    clearTimeout(timer)
    timer = undefined
    const entries = [...flowIds].map((flowId) => {
      const users = [...(here.get(flowId)?.keys() ?? [])].slice(0, LIVE_LIMITS.socketsPerFlow)
      return `${flowId}:${users.join(',')}`
    })
    changed.clear()
    let text = ''
    for (const entry of [...entries, '']) {
      if (text !== '' && (entry === '' || text.length + entry.length > MAX_LENGTH)) {
        await messages?.send(read, `${TELL} ${server}${text}`)
        text = ''
      }
      text += ` ${entry}`
    }
  }

  function hear(message: string) {
    const [kind, from = '', ...entries] = message.split(' ')
    if (kind !== TELL) return
    for (const entry of entries) {
      const [flowId = '', users = ''] = entry.split(':')
      const servers = elsewhere.get(flowId) ?? new Map()
      if (users === '') servers.delete(from)
      else servers.set(from, { users: users.split(','), until: now() + LIVE_TIMES.presenceKeptMs })
      if (servers.size > 0) elsewhere.set(flowId, servers)
      else elsewhere.delete(flowId)
    }
  }

  async function beat() {
    for (const [flowId, servers] of elsewhere) {
      for (const [from, { until }] of servers) if (until < now()) servers.delete(from)
      if (servers.size === 0) elsewhere.delete(flowId)
    }
    await tell(here.keys())
  }

  const warn = (error: unknown) => logger.warn({ error }, 'who has flows open could not be told to other servers')

  return {
    enter: (flowId, userId) => change(flowId, userId, 1),
    leave: (flowId, userId) => change(flowId, userId, -1),
    usersIn(flowId) {
      const others = [...(elsewhere.get(flowId)?.values() ?? [])].filter(({ until }) => until >= now())
      return new Set([...(here.get(flowId)?.keys() ?? []), ...others.flatMap(({ users }) => users)])
    },
    start() {
      if (!messages) return () => {}
      const ends = [messages.listen(hear), every(LIVE_TIMES.presenceMs, beat, warn)]
      return () => {
        clearTimeout(timer)
        for (const end of ends) end()
      }
    },
  }
}
