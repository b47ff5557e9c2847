import { pictures } from 'virtual:catalog-pictures'
import classes from './pictures.module.css'

/** A line for each kind of connection, as the canvas draws it. */
export function ConnectPicture() {
  return (
    <ul className={classes.connections}>
      {pictures.connections.map(({ label, look }) => (
        <li key={label} data-tone={look.tone}>
          <span>{label}</span>
          <div>
            <svg viewBox="0 0 100 10" aria-hidden="true" preserveAspectRatio="none">
              <path
                d="M0 5h100"
                strokeWidth={look.width}
                strokeDasharray={look.dashed || look.animated ? '5 4' : undefined}
              />
            </svg>
          </div>
        </li>
      ))}
    </ul>
  )
}
