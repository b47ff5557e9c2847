import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { copyText } from './copy-text.ts'
import classes from './shown-once.module.css'

interface ShownOnceProps {
  readonly label: string
  readonly value: string
  /** The button, such as "Copy link". */
  readonly button: string
  /** What is said once it is copied. */
  readonly copied: string
}

/** A secret that can be copied now and never again: each comes into view. */
export function ShownOnce({ label, value, button, copied }: ShownOnceProps) {
  const root = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another secret comes into view, too.
  useEffect(() => {
    root.current?.scrollIntoView({ block: 'nearest' })
  }, [value])
  return (
    <div ref={root} className={classes.root}>
      <TextInput
        className={classes.value ?? ''}
        label={label}
        description="Copy it now: it is not shown again."
        readOnly
        value={value}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button onClick={() => void copyText(value, copied)}>{button}</Button>
    </div>
  )
}
