import { Panel, useStore } from '@xyflow/react'
import { useId } from 'react'
import { LEGEND_BESIDE_TOOLS_FROM_WIDTH, LEGEND_FROM_HEIGHT } from '../../core/editor.config.ts'
import classes from './legend.module.css'

const RETRIES = [
  { color: '--retry-0', text: '0 retries' },
  { color: '--retry-1', text: '1 retry' },
  { color: '--retry-2', text: '2 or more retries' },
  { color: '--retry-3', text: '3 or more retries' },
] as const

/** What the colours of the request dots mean, where the canvas has room for it. */
export function Legend() {
  const titleId = useId()
  const isLow = useStore(({ height }) => height > 0 && height < LEGEND_FROM_HEIGHT)
  const isNarrow = useStore(({ width }) => width > 0 && width < LEGEND_BESIDE_TOOLS_FROM_WIDTH)
  if (isLow) return null
  return (
    <Panel position="top-left" className={classes.legend ?? ''} data-narrow={isNarrow || undefined}>
      <h2 id={titleId} className={classes.title}>
        System Design Canvas
      </h2>
      <ul className={classes.list} aria-labelledby={titleId}>
        {RETRIES.map(({ color, text }) => (
          <li key={text} className={classes.entry}>
            <svg viewBox="0 0 8 8" width="8" height="8" aria-hidden="true">
              <circle cx="4" cy="4" r="4" fill={`var(${color})`} />
            </svg>
            {text}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
