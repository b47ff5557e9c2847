import { useEffect, useRef } from 'react'
import { loadLevel } from '../../../shared/ui/load-level.ts'
import { subscribeEdgeLoad, subscribeNodeLoad } from '../../../stores/run.ts'
import { percent } from './figures.ts'
import classes from './load-row.module.css'
import { type Part, selectPart, usePartName } from './names.ts'

/** One part with its utilization as figure and bar; choosing it selects it on the canvas. The load is drawn outside React. */
export function LoadRow({ of, id }: Part) {
  const name = usePartName({ of, id })
  const row = useRef<HTMLButtonElement>(null)
  const figure = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    const subscribe = of === 'node' ? subscribeNodeLoad : subscribeEdgeLoad
    return subscribe(id, (utilization) => {
      if (!row.current || !figure.current) return
      row.current.dataset.load = loadLevel(utilization ?? 0)
      row.current.style.setProperty('--level', String(utilization ?? 0))
      figure.current.textContent = percent(utilization ?? 0)
    })
  }, [of, id])

  return (
    <li>
      <button type="button" ref={row} className={classes.root} title={name} onClick={() => selectPart({ of, id })}>
        <span className={classes.name}>{name}</span>
        <span ref={figure} className={`${classes.figure} figure`} />
        <span className={classes.track}>
          <span className={classes.fill} />
        </span>
      </button>
    </li>
  )
}
