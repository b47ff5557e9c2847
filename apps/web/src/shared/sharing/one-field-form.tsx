import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { asRequestError } from '../api/client.ts'
import { useSubmission } from '../api/use-submission.ts'
import classes from './share-dialog.module.css'

interface OneFieldFormProps<Answer> {
  readonly label: string
  /** As the server names it in its faults. */
  readonly field: 'name' | 'email'
  readonly button: string
  /** What is there already, which is not sent again; without it the field is emptied once it was sent. */
  readonly present?: string
  readonly send: (text: string) => Promise<Answer>
  readonly onSent?: (answer: Answer, text: string) => unknown
  readonly onSettled?: () => unknown
  readonly hasFocus?: boolean
  /** Fields between the text and the button. */
  readonly children?: ReactNode
}

/** A text and the button that sends it. A fault is said at the field. */
export function OneFieldForm<Answer>(props: OneFieldFormProps<Answer>) {
  const { label, field, button, present, send, onSent, onSettled, hasFocus = false, children } = props
  const [text, setText] = useState(present ?? '')
  const submission = useSubmission({
    mutationFn: () => send(text),
    onSuccess: (answer) => {
      if (present === undefined) setText('')
      return onSent?.(answer, text)
    },
    ...(onSettled && { onSettled }),
  })
  const { message, errors = {} } = submission.isError ? asRequestError(submission.error) : {}
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submission.mutate(undefined)
      }}
    >
      <TextInput
        className={classes.grow ?? ''}
        label={label}
        type={field === 'email' ? 'email' : 'text'}
        autoComplete="off"
        autoFocus={hasFocus}
        value={text}
        error={errors[field] ?? message}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          submission.reset()
        }}
      />
      {children}
      <Button
        type="submit"
        variant={present === undefined ? 'filled' : 'default'}
        loading={submission.isPending}
        disabled={text.trim() === (present ?? '')}
      >
        {button}
      </Button>
    </form>
  )
}
