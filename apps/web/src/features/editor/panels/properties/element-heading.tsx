import { type EdgeType, edgeKind } from '@plimsoll/catalog'
import { Cable } from 'lucide-react'
import { KindIcon } from '../../../../shared/ui/kind-icon.tsx'
import { selectionText } from '../../core/selection/selection-text.ts'
import { useDocument } from '../../session/use-editor-session.ts'
import { CONNECTION_ICONS } from './connection-icons.ts'
import classes from './element-heading.module.css'
import { kindOf, labelOf, type Selected } from './selected-elements.ts'

/** What is selected: the icon of its kind, its name, and what kind that is. */
export function ElementHeading({ element }: { element: Selected }) {
  const kind = kindOf(element)
  const name = labelOf(element) || kind.label
  return (
    <header className={classes.root}>
      {element.of === 'node' ? <KindIcon type={element.type} /> : <ConnectionIcon type={element.type} />}
      <div className={classes.names}>
        <h2 className={classes.name} title={name}>
          {name}
        </h2>
        <p className={classes.kind}>{name === kind.label ? kind.caption : kind.label}</p>
      </div>
    </header>
  )
}

function ConnectionIcon({ type }: { type: EdgeType }) {
  const Icon = CONNECTION_ICONS[edgeKind(type).icon] ?? Cable
  return (
    <span className={classes.connection}>
      <Icon size={16} aria-hidden="true" />
    </span>
  )
}

/** How many are selected, and of which kinds. */
export function SeveralHeading({ elements }: { elements: readonly Selected[] }) {
  const text = useDocument(({ selection }) => selectionText(selection))
  const counts = new Map<string, number>()
  for (const { label } of elements.map(kindOf)) counts.set(label, (counts.get(label) ?? 0) + 1)
  const kinds = Array.from(counts, ([label, count]) => `${count} × ${label}`).join(', ')
  return (
    <header className={classes.root}>
      <div className={classes.names}>
        <h2 className={classes.count}>{text}</h2>
        <p className={classes.kinds}>{kinds}</p>
      </div>
    </header>
  )
}
