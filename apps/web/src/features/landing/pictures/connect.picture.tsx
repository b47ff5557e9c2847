import { pictures } from 'virtual:catalog-pictures'
import { dashesOf } from '../../../shared/scene/edge-strokes.ts'
import { edgeStyle } from '../../../shared/scene/edge-style.ts'
import classes from './pictures.module.css'

/** A line for each kind of connection, as the canvas draws it. */
export function ConnectPicture() {
  return (
    <ul className={classes.connections}>
      {pictures.connections.map(({ label, look }) => (
        <li key={label}>
          <span>{label}</span>
          <div>
            <svg viewBox="0 0 100 10" aria-hidden="true" preserveAspectRatio="none">
              <path
                d="M0 5h100"
                stroke={`var(${edgeStyle(look).color})`}
                strokeWidth={look.width}
                strokeDasharray={dashesOf(look).join(' ') || undefined}
              />
            </svg>
          </div>
        </li>
      ))}
    </ul>
  )
}
