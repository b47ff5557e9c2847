import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import classes from './ask-once-more.module.css'

interface AskOnceMoreProps extends Pick<ButtonProps, 'color' | 'variant' | 'size' | 'disabled'> {
  /** What is done; the button that asks has it with dots. */
  readonly name: string
  /** The name of the question for assistive technology. */
  readonly question: string
  /** What comes of it. */
  readonly children?: ReactNode
  readonly isUnderWay: boolean
  readonly onConfirm: () => void
}

/** A button for a step that cannot be undone: it asks once more, in its own place. The focus goes to the question and comes back. */
export function AskOnceMore({ name, question, children, isUnderWay, onConfirm, ...looks }: AskOnceMoreProps) {
  const [isAsking, setIsAsking] = useState(false)
  const wasAsking = useRef(false)
  const size = looks.size === undefined ? {} : { size: looks.size }
  if (!isAsking) {
    return (
      <Button
        {...looks}
        ref={(button) => {
          if (wasAsking.current) button?.focus()
          wasAsking.current = false
        }}
        onClick={() => setIsAsking(true)}
      >
        {name} …
      </Button>
    )
  }
  return (
    <fieldset
      className={classes.root}
      aria-label={question}
      // A key that is still down from the step before does not answer.
      onKeyDown={(event) => event.repeat && event.preventDefault()}
      ref={(fieldset) => {
        if (!wasAsking.current) fieldset?.querySelector('button')?.focus()
        if (fieldset) wasAsking.current = true
      }}
    >
      {children}
      <Button {...size} {...(looks.color && { color: looks.color })} loading={isUnderWay} onClick={onConfirm}>
        {name}
      </Button>
      <Button {...size} variant="default" onClick={() => setIsAsking(false)}>
        Cancel
      </Button>
    </fieldset>
  )
}
