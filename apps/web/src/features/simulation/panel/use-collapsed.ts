import { useState } from 'react'

const KEY = 'simulation-panel'

/** Whether the panel is folded to its rail: as it was left, else folded where the screen is too narrow for it beside the canvas. */
export function useCollapsed(): [isCollapsed: boolean, setCollapsed: (isCollapsed: boolean) => void] {
  const [isCollapsed, setState] = useState(initial)
  const setCollapsed = (next: boolean) => {
    setState(next)
    try {
      localStorage.setItem(KEY, next ? 'collapsed' : 'expanded')
    } catch {
      // Private windows may refuse storage.
    }
  }
  return [isCollapsed, setCollapsed]
}

function initial(): boolean {
  try {
    const stored = localStorage.getItem(KEY)
    if (stored === 'collapsed' || stored === 'expanded') return stored === 'collapsed'
  } catch {
    // As above.
  }
  return matchMedia('(max-width: 48rem)').matches
}
