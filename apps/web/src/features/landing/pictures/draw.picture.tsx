import { pictures } from 'virtual:catalog-pictures'
import { heroTemplate } from 'virtual:hero-template'
import { KindIcon } from '../../../shared/ui/kind-icon.tsx'
import { NodeCard } from '../../../shared/ui/node-card.tsx'
import classes from './pictures.module.css'

const dragged = heroTemplate.nodes.find(({ type }) => type === pictures.components[0]?.type)

/** The palette, and a component on its way to the board. */
export function DrawPicture() {
  return (
    <div className={classes.draw}>
      <ul className={classes.palette}>
        {pictures.components.map(({ type, label, caption }) => (
          <li key={type}>
            <KindIcon type={type} size={24} />
            <span>
              <b>{label}</b>
              <small>{caption}</small>
            </span>
          </li>
        ))}
      </ul>
      {dragged && (
        <div className={classes.dragged} data-whole="">
          <NodeCard type={dragged.type} label={dragged.label} summary={dragged.summary} />
          <svg viewBox="0 0 16 20" width="16" height="20" aria-hidden="true">
            <path d="M1.5 1.5v14l3.8-3.4 2.4 5.9 2.6-1.1-2.4-5.7h5z" />
          </svg>
        </div>
      )}
    </div>
  )
}
