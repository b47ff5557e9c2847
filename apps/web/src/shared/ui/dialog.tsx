import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import { Modal } from '@mantine/core'
import { type FocusEvent, type ReactNode, useLayoutEffect } from 'react'
import classes from './dialog.module.css'
import { focusAgain } from './focus-again.ts'

/** In px. */
const WIDTHS = { normal: 480, wide: 820, full: 1280 } as const

interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  /** How wide it is; `normal` where nothing is said. */
  readonly size?: keyof typeof WIDTHS
  /** On Escape. */
  readonly onClose: () => void
}

/** A modal dialog: the page behind it is out of reach, and the focus goes back to where it came from. */
export function Dialog({ title, children, size = 'normal', onClose }: DialogProps) {
  // Mantine gives it back only where `opened` changes while the dialog is mounted.
  useLayoutEffect(() => {
    const before = document.activeElement
    return () => focusAgain(before)
  }, [])
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={WIDTHS[size]}
      centered
      closeOnClickOutside={false}
      // It would do so by a style element, which the content security policy forbids.
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      classNames={{ content: `${classes.content} ${classes[size]}` }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content onFocusCapture={holdFocus}>
        <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
        {children}
      </Modal.Content>
    </Modal.Root>
  )
}

/** Mantine puts the focus where a dialog begins only after a while: by then that is the field which has it, say because it was pressed. */
function holdFocus({ currentTarget, target }: FocusEvent) {
  if (target === currentTarget) return
  for (const start of currentTarget.querySelectorAll('[data-autofocus]')) start.removeAttribute('data-autofocus')
  target.setAttribute('data-autofocus', '')
}
