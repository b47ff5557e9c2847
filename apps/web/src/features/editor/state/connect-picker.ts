import { createStore } from 'zustand/vanilla'
import { openOverlay, type WithOverlay } from './overlay.ts'

/** A connection whose one end is being reconnected to another component. */
export interface MovedEnd {
  readonly id: string
  /** Whether it is its target that is reconnected. */
  readonly isForward: boolean
}

interface Connecting {
  /** The component that stays at its end. */
  readonly from: string | null
  /** Null while a new connection is drawn. */
  readonly movedEnd: MovedEnd | null
}

/** From which component a connection is being chosen by list. */
export const createConnecting = () => createStore<Connecting>()(() => ({ from: null, movedEnd: null }))

interface WithConnecting extends WithOverlay {
  readonly connecting: ReturnType<typeof createConnecting>
}

/** Opens the list of what a component can be connected to. */
export function connectFrom(session: WithConnecting, from: string): void {
  session.connecting.setState({ from, movedEnd: null })
  openOverlay(session, 'connect')
}

/** Opens the list of what a connection's end can be reconnected to, while the component at its other end stays. */
export function reconnectFrom(session: WithConnecting, movedEnd: MovedEnd, staying: string): void {
  session.connecting.setState({ from: staying, movedEnd })
  openOverlay(session, 'connect')
}
