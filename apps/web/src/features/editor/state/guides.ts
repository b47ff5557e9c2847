import { create } from 'zustand'
import type { GuideMark } from '../core/guides.ts'

const NONE: readonly GuideMark[] = []

/** What is level with what is being dragged. */
export const useGuides = create<{ readonly marks: readonly GuideMark[] }>()(() => ({ marks: NONE }))

export const showGuides = (marks: readonly GuideMark[]): void => useGuides.setState({ marks })

export function hideGuides(): void {
  if (useGuides.getState().marks !== NONE) useGuides.setState({ marks: NONE })
}
