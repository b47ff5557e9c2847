import { useEditorSession } from '../../session/use-editor-session.ts'
import panel from './common/section.module.css'
import { selectElement, useElementName } from './names.ts'
import classes from './unreached-components.module.css'
import { useThrottledSnapshot } from './use-throttled-snapshot.ts'

/** Every component that no client reaches, from Start on; nothing where there is none. */
export function UnreachedComponents() {
  const unreached = useThrottledSnapshot()?.unreached ?? []
  if (unreached.length === 0) return null
  return (
    <section className={classes.root} aria-labelledby="unreached-components">
      <h3 id="unreached-components" className={classes.title}>
        No client reaches
      </h3>
      <ul className={`${panel.list} ${classes.list}`}>
        {unreached.map((id) => (
          <Component key={id} id={id} />
        ))}
      </ul>
    </section>
  )
}

/** Choosing it selects it on the canvas. */
function Component({ id }: { id: string }) {
  const session = useEditorSession()
  const part = { of: 'node', id } as const
  const name = useElementName(part)
  return (
    <li>
      <button type="button" className={classes.component} title={name} onClick={() => selectElement(session, part)}>
        {name}
      </button>
    </li>
  )
}
