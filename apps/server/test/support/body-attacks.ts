import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { flowBody } from './flows.ts'
import { bulkyFlow, largestFlow } from './large-flows.ts'
import type { Target } from './target.ts'
import { PASSWORD, type TestUser } from './test-server.ts'

const MIB = 2 ** 20

/** Ends an attack, and tells how many answers of each status it got. */
type Stop = () => Promise<Map<number, number>>

/**
 * What one user does to a server, over real connections, until it is stopped. Each resolves once the attack is under way. What an
 * attack needs, such as accounts and flows, it makes itself before.
 */
type Attack = (target: Target) => Promise<Stop>

/** One body after another of 30 MiB with nothing but different keys. */
const uniqueKeys: Attack = (target) => {
  let text = '{"nodes":[{'
  for (let index = 0; text.length < 30 * MIB; index++) text += `"${index.toString(36)}":0,`
  return repeat(target, `${text}"z":0}]}`)
}

/** One body after another of 30 MiB with the shortest values there are. */
const tinyValues: Attack = (target) =>
  repeat(target, JSON.stringify({ ...flowBody(), junk: 0 }).replace('"junk":0', `"junk":[${'0,'.repeat(15 * MIB)}0]`))

/** One body after another of as many values as are accepted, which are refused in the end. */
const refusedValues: Attack = (target) =>
  repeat(
    target,
    JSON.stringify(flowBody({ nodes: [], edges: [] })).replace('"edges":[]', `"edges":[${'{},'.repeat(1_900_000)}{}]`),
  )

/** One save after another of the largest flow that is legal, with every property. */
const largestFlows: Attack = async (target) => {
  const user = await target.addUser()
  const { id } = (await post(target, user, JSON.stringify(flowBody()))).body.data
  const head = JSON.stringify(largestFlow()).slice(0, -1)
  return looping(async () => {
    const { version } = (await target.call(`/api/flows/${id}`, { token: user.token })).body.data
    return (
      await target.call(`/api/flows/${id}`, { method: 'PUT', token: user.token, text: `${head},"version":${version}}` })
    ).status
  })
}

/** 60 uploads of 31 MiB each without the last byte, begun again when they are closed. */
const unfinishedUploads: Attack = async (target) => {
  const { token } = await target.addUser()
  const length = 31 * MIB
  const head = `POST /api/flows HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`
  const body = Buffer.alloc(length - 1, ' ')
  return sockets(target, 60, (socket) => {
    socket.write(head)
    socket.write(body)
    socket.resume()
  })
}

/** 60 readers of a large flow and of exports, packed and unpacked, who read nothing, begun again when they are closed. */
const silentReaders: Attack = async (target) => {
  const user = await target.addUser()
  const { id } = (await post(target, user, JSON.stringify(bulkyFlow(7 * MIB)))).body.data
  const paths = [`/api/flows/${id}`, '/api/profile/export']
  return sockets(target, 60, (socket, index) => {
    const encoding = index % 3 === 0 ? 'gzip' : 'identity'
    const request = `GET ${paths[index % 2]} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${user.token}\r\naccept-encoding: ${encoding}\r\n\r\n`
    socket.pause()
    socket.write(request.repeat(3))
  })
}

/** New flows as large as they may be, nothing of which can be compressed, until the user may have no more and beyond. */
const fullQuota: Attack = async (target) => {
  const user = await target.addUser()
  const text = JSON.stringify(bulkyFlow(7.5 * MIB))
  return looping(async () => (await post(target, user, text)).status)
}

/** Deletes an account with hundreds of megabytes, and another one when it is gone. */
const deletedAccounts: Attack = async (target) => {
  const text = JSON.stringify(bulkyFlow(4 * MIB))
  const full = async () => {
    const user = await target.addUser()
    for (let index = 0; index < 40; index++) await post(target, user, text)
    return user
  }
  const users = [await full(), await full()]
  return looping(async () => {
    const user = users.pop()
    if (!user) return delay(100, 0)
    return (
      await target.call('/api/profile', { method: 'DELETE', token: user.token, body: { currentPassword: PASSWORD } })
    ).status
  })
}

const post = (target: Target, { token }: TestUser, text: string) =>
  target.call('/api/flows', { method: 'POST', token, text })

async function repeat(target: Target, text: string): Promise<Stop> {
  const user = await target.addUser()
  return looping(async () => (await post(target, user, text)).status)
}

/** Tries again and again, one at a time; a connection that the server closes counts as 0. */
function looping(attempt: () => Promise<number>): Stop {
  const statuses = new Map<number, number>()
  let isStopped = false
  const ended = (async () => {
    while (!isStopped) {
      const status = await attempt().catch(() => 0)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  })()
  return async () => {
    isStopped = true
    await ended
    return statuses
  }
}

/** So many connections at once; each is opened again when it is closed. Counts the first line of what they are told. */
function sockets(target: Target, count: number, begin: (socket: Socket, index: number) => void): Stop {
  const { port } = new URL(target.server.url)
  const statuses = new Map<number, number>()
  let isStopped = false
  const open = new Map<number, Socket>()
  const attack = (index: number) => {
    if (isStopped) return
    const socket = connect({ host: '127.0.0.1', port: Number(port) }, () => begin(socket, index))
    open.set(index, socket)
    socket.on('error', () => {})
    socket.once('data', (data) => {
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(data.toString('latin1'))?.[1])
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    })
    socket.once('close', () => {
      statuses.set(0, (statuses.get(0) ?? 0) + 1)
      setTimeout(attack, 50, index)
    })
  }
  for (let index = 0; index < count; index++) attack(index)
  return async () => {
    isStopped = true
    const closed = [...open.values()].filter(({ closed }) => !closed).map((socket) => once(socket, 'close'))
    for (const socket of open.values()) socket.destroy()
    await Promise.all(closed)
    return statuses
  }
}

/** By the row that each is of. */
export const BODY_ATTACKS = {
  uniqueKeys,
  tinyValues,
  refusedValues,
  largestFlows,
  unfinishedUploads,
  silentReaders,
  fullQuota,
  deletedAccounts,
} satisfies Record<string, Attack>
