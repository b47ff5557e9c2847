import { IncomingMessage, MessageType } from '@hocuspocus/server'
import { messageYjsSyncStep1, messageYjsUpdate } from 'y-protocols/sync'
import * as Y from 'yjs'
import { LIVE_BOUNDS } from './live.policy.ts'

/** What is known of a socket. */
interface Sender {
  flowId: string
  /** Whether it has sent a token. */
  hasToken: boolean
  /** Whether it has begun to compare documents. */
  isSyncing: boolean
}

type Fault = 'invalid' | 'too-large' | 'dropped'

/** How the content of each type of message is read that clients may send; the others are for servers. Throws for what is none. */
const READERS: Readonly<Record<number, (message: IncomingMessage, sender: Sender) => Fault | undefined>> = {
  [MessageType.Sync]: readSync,
  [MessageType.SyncReply]: readSync,
  [MessageType.Awareness]: readAwareness,
  [MessageType.QueryAwareness]: () => undefined,
  [MessageType.Auth]: readToken,
  [MessageType.CLOSE]: () => undefined,
}

/** Why a message is refused; undefined where it is not. What is for another flow is dropped. Throws for bytes that are none. */
export function checkMessage(data: Uint8Array, sender: Sender): Fault | undefined {
  const message = new IncomingMessage(data)
  // The library would take what follows a NUL for another session of the same document.
  const name = message.readVarString()
  const type = message.readVarUint()
  if (name.includes('\0')) return 'invalid'
  if (name !== sender.flowId && type !== MessageType.Auth) return 'dropped'
  if (type === MessageType.Awareness && data.length > LIVE_BOUNDS.awareness) return 'too-large'
  const read = READERS[type]
  return read ? read(message, sender) : 'invalid'
}

/** Updates are read where they are stored. */
function readSync(message: IncomingMessage, sender: Sender): Fault | undefined {
  const type = message.readVarUint()
  const content = message.readVarUint8Array()
  if (type > messageYjsUpdate) return 'invalid'
  if (type === messageYjsSyncStep1) {
    Y.decodeStateVector(content)
    sender.isSyncing = true
  }
  // What comes before is in what the client sends when documents are compared, too.
  return sender.isSyncing ? undefined : 'dropped'
}

/** The first one is answered, whatever it is for: a socket counts once, for one person. */
function readToken(message: IncomingMessage, sender: Sender): Fault | undefined {
  if (sender.hasToken) return 'invalid'
  sender.hasToken = true
  message.readVarUint()
  message.readVarString()
  return undefined
}

function readAwareness(message: IncomingMessage): Fault | undefined {
  const update = new IncomingMessage(message.readVarUint8Array())
  for (let left = update.readVarUint(); left > 0; left--) {
    update.readVarUint()
    update.readVarUint()
    const state: unknown = JSON.parse(update.readVarString())
    if (typeof state !== 'object' || Array.isArray(state)) return 'invalid'
  }
  return undefined
}
