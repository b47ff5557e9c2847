import { X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useLeave } from '../../../shared/ui/focus-again.ts'
import iconButton from '../../../shared/ui/icon-button.module.css'
import { useEditorSession } from '../session/use-editor-session.ts'
import { createCanvasRoom, UNCOVERED } from '../state/canvas-room.ts'
import floating from './floating.module.css'
import classes from './opened-frame.module.css'
import type { OpenedPanelProps } from './panel.ts'

interface OpenedFrameProps extends OpenedPanelProps {
  readonly className?: string | undefined
  readonly children: ReactNode
}

/**
 * Stands around a panel that opens on the right over the canvas, and takes the focus; on a small screen it takes the lower part. What is
 * brought into view meanwhile keeps clear of it. Another panel that is open there is closed.
 */
export function OpenedFrame({ title, onClose, className = '', children }: OpenedFrameProps) {
  const root = useRef<HTMLElement>(null)
  const { stateOf, environment } = useEditorSession()
  const { leave, onKeyDown } = useLeave(onClose)
  const close = useRef(onClose)
  useLayoutEffect(() => {
    close.current = onClose
  }, [onClose])
  useLayoutEffect(() => {
    root.current?.focus({ preventScroll: true })
    const room = stateOf(createCanvasRoom)
    const { offsetWidth: right = 0, offsetHeight: bottom = 0 } = root.current ?? {}
    const covered = environment.isSmallScreen() ? { right: 0, bottom } : { right, bottom: 0 }
    const closeThis = () => close.current()
    const { closeOpened } = room.getState()
    room.setState({ covered, closeOpened: closeThis })
    closeOpened?.()
    return () => {
      if (room.getState().closeOpened === closeThis) room.setState({ covered: UNCOVERED, closeOpened: null })
    }
  }, [stateOf, environment])
  return (
    <section
      ref={root}
      className={`${floating.root} ${classes.root} ${className}`}
      aria-label={title}
      data-own-keys=""
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <header className={classes.head}>
        <h2>{title}</h2>
        <button
          type="button"
          className={iconButton.small}
          aria-label={`Close ${title.toLowerCase()}`}
          title="Close"
          onClick={leave}
        >
          <X size={15} aria-hidden="true" />
        </button>
      </header>
      {children}
    </section>
  )
}
