import { createStore } from 'zustand/vanilla'
import type { GuideMark } from '../core/guides.ts'

const NONE: readonly GuideMark[] = []

/** What is level with what is being dragged. */
export const createGuides = () => createStore<{ readonly marks: readonly GuideMark[] }>()(() => ({ marks: NONE }))

interface WithGuides {
  readonly guides: ReturnType<typeof createGuides>
}

export const showGuides = ({ guides }: WithGuides, marks: readonly GuideMark[]): void => guides.setState({ marks })

export function hideGuides({ guides }: WithGuides): void {
  if (guides.getState().marks !== NONE) guides.setState({ marks: NONE })
}
