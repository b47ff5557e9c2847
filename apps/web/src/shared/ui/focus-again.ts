import { type KeyboardEvent, useState } from 'react'

/** Gives the focus back to what had it; nothing where that is gone. */
export function focusAgain(before: Element | null): void {
  if (before instanceof HTMLElement || before instanceof SVGElement) before.focus({ preventScroll: true })
}

/** The way out of what opened, which Escape takes too: what had the focus before has it again. */
export function useLeave(onClose: () => void) {
  const [before] = useState(() => document.activeElement)
  const leave = () => {
    onClose()
    focusAgain(before)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    leave()
  }
  return { leave, onKeyDown }
}
