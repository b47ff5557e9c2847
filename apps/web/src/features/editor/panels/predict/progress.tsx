import { describeMsLeft } from '@plimsoll/experiments'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import classes from './predict.module.css'
import type { createPredictionWith } from './prediction.ts'

/** How far what goes on is. In a small window, where the answers stand below the form, it comes into view as it begins. */
export function ProgressLine({
  prediction: { store },
}: {
  readonly prediction: Pick<ReturnType<typeof createPredictionWith>, 'store'>
}) {
  const progress = useStore(store, (state) => state.progress)
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => void line.current?.scrollIntoView({ block: 'start' }), [])
  return (
    <div ref={line} className={classes.progress} role="status">
      <progress max={1} value={progress?.share ?? 0} aria-label="Share that is simulated" />
      <span className="figure">
        {progress === null
          ? 'Starting …'
          : `${progress.text}${progress.leftMs === null ? '' : ` · ${describeMsLeft(progress.leftMs)}`}`}
      </span>
    </div>
  )
}
