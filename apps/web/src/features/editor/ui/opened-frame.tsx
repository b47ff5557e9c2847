import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { useLeave } from '../../../shared/ui/focus-again.ts'
import iconButton from '../../../shared/ui/icon-button.module.css'
import floating from './floating.module.css'
import classes from './opened-frame.module.css'
import type { OpenedPanelProps } from './panel.ts'

interface OpenedFrameProps extends OpenedPanelProps {
  readonly ref?: RefObject<HTMLElement | null>
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Stands around a panel that opens on the right over the canvas, and takes the focus; on a small screen it takes the lower part. */
export function OpenedFrame({ title, onClose, ref, className = '', children }: OpenedFrameProps) {
  const own = useRef<HTMLElement>(null)
  const root = ref ?? own
  const { leave, onKeyDown } = useLeave(onClose)
  useLayoutEffect(() => root.current?.focus({ preventScroll: true }), [root])
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
