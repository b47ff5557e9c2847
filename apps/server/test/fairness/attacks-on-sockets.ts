import { setTimeout as delay } from 'node:timers/promises'
import { MessageType } from '@hocuspocus/server'
import { Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { openRawSocket, type RawSocket } from '../support/raw-socket.ts'
import type { Attack, Row } from './attacks.ts'
import { ended } from './flood.ts'

const UPDATE = 2
const MOST_OF_USER = 40

export const SOCKET_ROWS: readonly Row[] = [
  {
    id: 'SOCKETS',
    title: 'one user opens 500 sockets',
    async prepare({ stage, until, fault }) {
      const user = await stage.addUser()
      const { id } = await stage.addFlow(user)
      return async () => {
        const open = new Set<RawSocket>()
        let [joined, refused] = [0, 0]
        const attempt = async () => {
          const socket = await openRawSocket(url(stage), id).catch(() => undefined)
          if (!socket) return void refused++
          const isIn = await Promise.race([socket.join(user.token).then(() => true), socket.closed.then(() => false)])
          if (!isIn) return void refused++
          joined++
          open.add(socket)
          void socket.closed.then(() => open.delete(socket))
        }
        const all = Promise.all(Array.from({ length: 500 }, attempt))
        await Promise.race([all, ended(until, undefined)])
        const count = open.size
        if (count > MOST_OF_USER) fault(`${count} sockets of a user are open`)
        await ended(until, undefined)
        for (const socket of open) socket.close()
        return `${joined} joined, ${refused} refused`
      }
    },
  },
  {
    id: 'AWARENESS',
    title: '10,000 messages of awareness a second',
    prepare: (attack) => {
      const awareness = new Awareness(new Y.Doc())
      awareness.setLocalState({ cursor: { x: 1, y: 1 } })
      const message = encodeAwarenessUpdate(awareness, [awareness.clientID])
      awareness.destroy()
      return sendAgain(attack, {
        everyMs: 10,
        send: (socket) => {
          for (let index = 0; index < 100; index++) socket.send(MessageType.Awareness, message)
        },
      })
    },
  },
  {
    id: 'UPDATES',
    title: 'an update of 1 MiB in a loop',
    prepare: (attack) => {
      const doc = new Y.Doc()
      const text = 'x'.repeat(1024 * 1024)
      return sendAgain(attack, {
        everyMs: 20,
        send: (socket, count) => {
          doc.getMap('simulation').set(`text${count % 4}`, `${count}${text}`)
          const update = Y.encodeStateAsUpdate(doc, Y.encodeStateVector(new Y.Doc()))
          socket.send(MessageType.Sync, UPDATE, update.length < 6 * 1024 * 1024 ? update : new Uint8Array())
        },
      })
    },
  },
]

interface Sending {
  everyMs: number
  send: (socket: RawSocket, count: number) => void
}

/** Sends over one socket, and over another when it is ended. */
async function sendAgain({ stage, until }: Attack, { everyMs, send }: Sending) {
  const user = await stage.addUser()
  const { id } = await stage.addFlow(user)
  return async () => {
    let [sent, opened, refused] = [0, 0, 0]
    while (!until.aborted) {
      const socket = await openRawSocket(url(stage), id).catch(() => undefined)
      if (!socket) {
        refused++
        await delay(20)
        continue
      }
      opened++
      await Promise.race([socket.join(user.token), socket.closed, ended(until, undefined)])
      let isClosed = false
      void socket.closed.then(() => {
        isClosed = true
      })
      while (!isClosed && !until.aborted) {
        send(socket, sent++)
        await delay(everyMs)
      }
      socket.close()
    }
    return `${sent} rounds over ${opened} sockets, ${refused} refused`
  }
}

const url = ({ port }: Attack['stage']) => `http://127.0.0.1:${port}`
