import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import classes from './dialog.module.css'

interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  /** How wide it is; `normal` where nothing is said. */
  readonly size?: 'normal' | 'wide'
  /** On Escape. */
  readonly onClose: () => void
}

/** A modal dialog, the browser's own: the page behind it is out of reach, and the focus goes back to where it came from. */
export function Dialog({ title, children, size = 'normal', onClose }: DialogProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // Closed while it is still in the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      data-size={size}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={classes.body}>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  )
}
