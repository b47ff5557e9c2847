import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { asRequestError } from '../../shared/api/client.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import classes from './teams.module.css'

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
}

/** A text and the button that sends it. A fault is said at the field. */
export function OneFieldForm<Answer>(props: OneFieldFormProps<Answer>) {
  const { label, field, button, present, send, onSent, onSettled } = props
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
        value={text}
        error={errors[field] ?? message}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          submission.reset()
        }}
      />
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
