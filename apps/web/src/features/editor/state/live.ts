import type { SaveFault } from '@plimsoll/contract'
import type { Position } from '@plimsoll/flow'
import { createStore } from 'zustand/vanilla'
import type { Dragged } from './dragged.ts'

/** How many colours tell people apart. */
export const PEER_COLOURS = 5

/** Somebody else who has the flow open. */
export interface Peer {
  /** Another one for each of their tabs. */
  readonly client: number
  readonly name: string
  /** From 0 to below `PEER_COLOURS`. */
  readonly colour: number
  /** In the flow's coordinates; null while their pointer is elsewhere. */
  readonly cursor: Position | null
  readonly selection: readonly string[]
  /** What they drag just now; null: nothing. */
  readonly drag: Dragged | null
  /** How often they have written in the comments; another number says that there is something new. */
  readonly comments: number
  /** The version that has what was there before they restored an earlier one; 0: they restored none. */
  readonly replaced: number
  /** What they tell of the run that they present; null: they present none. */
  readonly run: object | null
  /** What they see of the flow: its center and the zoom. */
  readonly view: (Position & { readonly zoom: number }) | null
}

/** Whether the open flow is drawn together with others, and who is here. */
export interface Live {
  /** `off` where it is not shared, or the server refuses. */
  readonly phase: 'off' | 'joining' | 'online' | 'offline'
  /** The changes of others come, one's own stay here. */
  readonly isReadonly: boolean
  /** Whether the server takes long to acknowledge changes. */
  readonly isSlow: boolean
  /** Why what is drawn is not in a version of the flow; null: no save has failed. */
  readonly saveFault: SaveFault | null
  readonly peers: readonly Peer[]
  /** The version that has what was there before an earlier one was restored here, which others are told; 0: none was restored. */
  readonly replaced: number
  /** The client whose view this one shows. */
  readonly following: number | null
  /** The client whose run this one shows, whether or not it is followed. */
  readonly watching: number | null
}

export const NOT_LIVE: Live = {
  phase: 'off',
  isReadonly: false,
  isSlow: false,
  saveFault: null,
  peers: [],
  replaced: 0,
  following: null,
  watching: null,
}

export const createLive = () => createStore<Live>()(() => NOT_LIVE)

/** Whether the server keeps what is drawn, from change to change. */
export const isLive = ({ phase }: Live): boolean => phase === 'online' || phase === 'offline'

/** Where the pointer is over the canvas, in the flow's coordinates; null while it is elsewhere. */
export const createPointed = () => createStore<{ readonly at: Position | null }>()(() => ({ at: null }))
