import { createStore } from 'zustand/vanilla'

/** A connection whose one end is being led to another component. */
export interface MovedEnd {
  readonly id: string
  /** Whether it is its target that is led elsewhere. */
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

interface WithConnecting {
  readonly connecting: ReturnType<typeof createConnecting>
}

/** Opens the list of what a component can be connected to; null closes it. */
export const connectFrom = ({ connecting }: WithConnecting, from: string | null): void =>
  connecting.setState({ from, movedEnd: null })

/** Opens the list of what a connection's end can be led to, while the component at its other end stays. */
export const reconnectFrom = ({ connecting }: WithConnecting, movedEnd: MovedEnd, staying: string): void =>
  connecting.setState({ from: staying, movedEnd })
