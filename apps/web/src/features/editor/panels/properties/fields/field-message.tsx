import classes from './fields.module.css'

/** Why a text was refused, said once more politely; nothing while all is well. */
export function FieldMessage({ id, message, refused }: { id: string; message: string | null; refused: boolean }) {
  if (message === null) return null
  return (
    <p id={id} ref={reveal} role="status" className={classes.message} data-refused={refused || undefined}>
      {message}
    </p>
  )
}

const reveal = (message: Element | null) => message?.scrollIntoView({ block: 'nearest' })
