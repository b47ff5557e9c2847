import { IncomingMessage, MessageType } from '@hocuspocus/server'
import * as Y from 'yjs'
import { LIVE_BOUNDS } from './live.policy.ts'

const SYNC_STEP_1 = 0
const SYNC_UPDATE = 2

/** How the content of each type of message is read that clients may send; the others are for servers. Throws for what is none. */
const READERS: Readonly<Record<number, (message: IncomingMessage) => void>> = {
  [MessageType.Sync]: readSync,
  [MessageType.SyncReply]: readSync,
  [MessageType.Awareness]: readAwareness,
  [MessageType.QueryAwareness]: () => {},
  [MessageType.Auth]: (message) => {
    message.readVarUint()
    message.readVarString()
  },
  [MessageType.CLOSE]: () => {},
}

/** Why a message is refused; undefined where it is not. What is for another flow is dropped. Throws for bytes that are none. */
export function checkMessage(data: Uint8Array, flowId: string): 'invalid' | 'too-large' | 'dropped' | undefined {
  const message = new IncomingMessage(data)
  const [name] = message.readVarString().split('\0')
  const type = message.readVarUint()
  if (name !== flowId) return type === MessageType.Auth ? undefined : 'dropped'
  if (type === MessageType.Awareness && data.length > LIVE_BOUNDS.awareness) return 'too-large'
  const read = READERS[type]
  if (!read) return 'invalid'
  read(message)
  return undefined
}

/** Updates are read where they are stored. */
function readSync(message: IncomingMessage): void {
  const type = message.readVarUint()
  const content = message.readVarUint8Array()
  if (type > SYNC_UPDATE) throw new RangeError('This is no message of the protocol.')
  if (type === SYNC_STEP_1) Y.decodeStateVector(content)
}

function readAwareness(message: IncomingMessage): void {
  const update = new IncomingMessage(message.readVarUint8Array())
  for (let left = update.readVarUint(); left > 0; left--) {
    update.readVarUint()
    update.readVarUint()
    const state: unknown = JSON.parse(update.readVarString())
    if (typeof state !== 'object' || Array.isArray(state)) throw new RangeError('This is no state.')
  }
}
