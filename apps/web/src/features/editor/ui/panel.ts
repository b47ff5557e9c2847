import type { ComponentType, ReactNode } from 'react'
import type { EditorSession } from '../session/editor-session.ts'

interface PanelEntry<Place extends string, Props> {
  readonly id: string
  readonly title: string
  readonly place: Place
  readonly component: Props
}

/** What is open: a store of the session, which holds more than this where the panel needs it. */
interface WithState<Open, Settable> {
  readonly state: (session: EditorSession) => {
    getState(): { readonly open: Open }
    getInitialState(): { readonly open: Open }
    setState(state: { readonly open: Settable }): void
    subscribe(listener: (now: { readonly open: Open }, before: { readonly open: Open }) => void): () => void
  }
}

/** `panel`: open; `bar`: folded to one row; `rail`: folded to a narrow column. */
export type PanelLook = 'panel' | 'bar' | 'rail'

export interface SidePanelProps {
  readonly title: string
  /** Where the panel goes when it is folded. */
  readonly side: 'left' | 'right' | 'bottom'
  readonly look: PanelLook
  readonly onOpen: () => void
  readonly onFold: () => void
}

/** Stands beside the canvas; on a small screen it takes the lower part of the screen while it is open. */
export interface SidePanel
  extends PanelEntry<'left' | 'right', ComponentType<SidePanelProps>>,
    WithState<boolean, boolean> {
  /** What is left of it on a small screen while it is closed. */
  readonly closed: 'nothing' | 'rail below' | 'rail on canvas'
  /** Stands around it, and stays when it fails; nothing where it is absent. */
  readonly frame?: ComponentType<SidePanelProps & { readonly children: ReactNode }>
}

/** Lies over the canvas, and is always there. */
type CanvasPanel = PanelEntry<'canvas', ComponentType>

export interface OpenedPanelProps {
  readonly title: string
  readonly onClose: () => void
}

/** Opens over the canvas or over the page while the state holds its id. Its code is loaded late. */
export interface OpenedPanel
  extends PanelEntry<'overlay' | 'dialog', () => Promise<ComponentType<OpenedPanelProps>>>,
    WithState<string | null, null> {}

export type Panel = SidePanel | CanvasPanel | OpenedPanel
