import { pictures } from 'virtual:catalog-pictures'
import classes from './pictures.module.css'

/** Saved designs as the library shows them. */
export function LibraryPicture() {
  return (
    <div className={classes.library}>
      {pictures.templates.slice(0, 2).map(({ id, title, description, nodes, edges }) => (
        <div key={id} className={classes.saved}>
          <b>{title}</b>
          <p>{description}</p>
          <small>
            {nodes.length} nodes · {edges.length} edges
          </small>
        </div>
      ))}
    </div>
  )
}
