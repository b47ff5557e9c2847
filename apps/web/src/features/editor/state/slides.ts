import { createStore } from 'zustand/vanilla'
import type { createDialogs } from './dialogs.ts'

interface SlidesState {
  /** Whether the panel is open. */
  readonly open: 'slides' | null
  /** The slide that the panel shows and a slide show begins with; null: the first. */
  readonly shown: string | null
}

/** What the editor knows of the slides of its flow. */
export const createSlides = () => createStore<SlidesState>()(() => ({ open: null, shown: null }))

interface WithSlides {
  readonly stateOf: (create: typeof createSlides) => ReturnType<typeof createSlides>
}

/** Opens the panel. */
export const showSlides = (session: WithSlides): void => session.stateOf(createSlides).setState({ open: 'slides' })

/** Shows the slides over all of the screen. */
export const presentSlides = ({ dialogs }: { readonly dialogs: ReturnType<typeof createDialogs> }): void =>
  dialogs.setState({ open: 'slide-show' })
