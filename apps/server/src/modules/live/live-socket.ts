import type { Connection } from '@hocuspocus/server'
import type { FlowRole } from '@plimsoll/contract'
import type { Peer } from 'crossws'
import type { SignedInUser } from '../../requester.ts'

/** A socket, from the upgrade to its end. */
export interface LiveSocket {
  readonly peer: Peer
  readonly flowId: string
  readonly address: string
  token: string
  user: SignedInUser | undefined
  /** What others see of the user. */
  person: { id: string; name: string } | undefined
  role: FlowRole | undefined
  connection: Connection | undefined
  /** The client of Yjs whose awareness it may tell. */
  clientId: number | undefined
  /** Whether it has sent a token. */
  hasToken: boolean
  /** Whether it has begun to compare documents. */
  isSyncing: boolean
  isEnded: boolean
}
