import { lazy, Suspense, useState } from 'react'
import { RequestError } from '../api/client.ts'

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })))

/**
 * Calls of dangerous steps. When the server wants to know first who is there, a dialog asks, which the caller shows, and the call is
 * made again. Who does not confirm gets what the server said.
 */
export function useConfirmation() {
  const [end, setEnd] = useState<((isConfirmed: boolean) => void) | null>(null)

  async function confirmed<Result>(call: () => Promise<Result>): Promise<Result> {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof RequestError) || error.errors.confirmation === undefined) throw error
      const isConfirmed = await new Promise<boolean>((resolve) => setEnd(() => resolve))
      setEnd(null)
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
