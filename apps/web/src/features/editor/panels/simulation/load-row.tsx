import { memo } from 'react'
import { loadLevel } from '../../../../shared/scene/load-level.ts'
import { percent } from '../../../../shared/text/number-text.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { type NamedElement, selectElement, useElementName } from '../../ui/element-names.ts'
import classes from './load-row.module.css'

type LoadRowProps = NamedElement & {
  utilization: number
  /** What of it is taken, where the percentage does not say it. */
  taken: string | null
}

/** One part with its utilization as figure and bar; choosing it selects it on the canvas. */
export const LoadRow = memo(function LoadRow({ of, id, utilization, taken }: LoadRowProps) {
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
          <span className={classes.fill} style={{ width: `${100 * utilization}%` }} />
        </span>
        {taken !== null && <span className={`${classes.taken} figure`}>{taken}</span>}
      </button>
    </li>
  )
})
