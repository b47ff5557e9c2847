import { memo } from 'react'
import { loadLevel } from '../../../../shared/scene/load-level.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { percent } from './common/figures.ts'
import classes from './load-row.module.css'
import { type NamedElement, selectElement, useElementName } from './names.ts'

/** One part with its utilization as figure and bar; choosing it selects it on the canvas. */
export const LoadRow = memo(function LoadRow({ of, id, utilization }: NamedElement & { utilization: number }) {
  const session = useEditorSession()
  const name = useElementName({ of, id })
  return (
    <li>
      <button
        type="button"
        className={classes.root}
        data-load={loadLevel(utilization)}
        title={name}
        onClick={() => selectElement(session, { of, id })}
      >
        <span className={classes.name}>{name}</span>
        <span className={`${classes.figure} figure`}>{percent(utilization)}</span>
        <span className={classes.track}>
          <span className={classes.fill} style={{ transform: `scaleX(${utilization})` }} />
        </span>
      </button>
    </li>
  )
})
