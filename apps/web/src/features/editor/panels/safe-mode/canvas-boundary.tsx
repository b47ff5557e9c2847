import { type ReactNode, useEffect, useState } from 'react'
import { ErrorBoundary } from '../../../../shared/ui/error-boundary.tsx'
import { crashesInRow, noteCrashes } from './crashes.ts'
import { EditorErrorScreen } from './editor-boundary.tsx'
import { SafeMode } from './safe-mode.tsx'

/** A canvas that has been drawn for as long counts as sound. */
const STANDS_AFTER_MS = 5_000

/** From then on the canvas is shown without the canvas. */
const SAFE_FROM_CRASHES = 2

/** The canvas's place: when it cannot be drawn one can try again; when it cannot be drawn twice in a row, the document is shown as a list. */
export function CanvasBoundary({ children }: { children: ReactNode }) {
  const [crashes, setCrashes] = useState(crashesInRow)
  const count = () => {
    noteCrashes(crashes + 1)
    setCrashes(crashes + 1)
  }
  return (
    <ErrorBoundary
      onError={count}
      fallback={(onRetry) =>
        crashes < SAFE_FROM_CRASHES ? <EditorErrorScreen onRetry={onRetry} /> : <SafeMode onShow={onRetry} />
      }
    >
      {children}
      <Standing onStand={() => setCrashes(0)} />
    </ErrorBoundary>
  )
}

function Standing({ onStand }: { onStand: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that the canvas is drawn
  useEffect(() => {
    const stands = setTimeout(() => {
      noteCrashes(0)
      onStand()
    }, STANDS_AFTER_MS)
    return () => clearTimeout(stands)
  }, [])
  return null
}
