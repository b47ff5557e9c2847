import { Button } from '@mantine/core'
import { TEMPLATES } from '@plimsoll/catalog'
import { useAdd } from '../../tools/add/use-add.ts'
import classes from './empty-canvas.module.css'

/** What to do on an empty canvas, in one line, and a design to begin with. */
export function EmptyCanvas() {
  const add = useAdd()
  const [template] = TEMPLATES
  return (
    <div className={classes.board}>
      <p className={classes.byMouse}>
        Drag a component here from the Flow Panel, or press <kbd className={classes.key}>A</kbd> to choose one.
      </p>
      <p className={classes.byTouch}>Tap a component to put it on the board.</p>
      {template && (
        <Button variant="default" onClick={() => add.template(template)}>
          Start with {template.title}
        </Button>
      )}
    </div>
  )
}
