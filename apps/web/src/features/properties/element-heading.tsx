import { type EdgeType, edgeKind } from '@plimsoll/catalog'
import { Cable } from 'lucide-react'
import { KindIcon } from '../../shared/ui/kind-icon.tsx'
import { CONNECTION_ICONS } from './connection-icons.ts'
import classes from './element-heading.module.css'
import { kindOf, type Selected } from './selected-element.ts'

/** What is selected: the icon of its kind, its name, and what kind that is. */
export function ElementHeading({ element }: { element: Selected }) {
  const kind = kindOf(element)
  const name = nameIn(element.data) || kind.label
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

/** The name that the owner gave the element, or an empty text. */
export const nameIn = (data: { readonly label?: unknown }): string =>
  typeof data.label === 'string' ? data.label.trim() : ''
