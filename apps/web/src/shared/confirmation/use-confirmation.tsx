import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { RequestError } from '../api/client.ts'
import { focusAgain } from '../ui/focus-again.ts'

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })))

/**
 * Calls of dangerous steps. When the server wants to know first who is there, a dialog asks, which the caller shows, and the call is
 * made again. Who does not confirm gets what the server said.
 */
export function useConfirmation() {
  const [end, setEnd] = useState<((isConfirmed: boolean) => void) | null>(null)
  const focused = useRef<Element | null>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      focused.current = target as Element
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])

  async function confirmed<Result>(call: () => Promise<Result>): Promise<Result> {
    const pressed = focused.current
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof RequestError) || error.errors.confirmation === undefined) throw error
      const isConfirmed = await new Promise<boolean>((resolve) => setEnd(() => resolve))
      setEnd(null)
      focusOnceEnabled(pressed)
      if (!isConfirmed) throw error
      return call()
    }
  }

  const dialog = end && (
    <Suspense>
      <ConfirmDialog onEnd={end} />
    </Suspense>
  )
  return { confirmed, dialog }
}

/** A button that is disabled while its call is under way loses the focus, and no dialog can give it back before the call has ended. */
function focusOnceEnabled(button: Element | null): void {
  if (!button?.matches(':disabled')) return
  const observer = new MutationObserver(() => {
    if (button.matches(':disabled')) return
    observer.disconnect()
    if (document.activeElement === document.body) focusAgain(button)
  })
  observer.observe(button, { attributeFilter: ['disabled'] })
}
