import { Button, TextInput } from '@mantine/core'
import { type Account, changeAccountSchema } from '@plimsoll/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountsKey, changeAccount } from '../../shared/api/administration.ts'
import { asRequestError } from '../../shared/api/client.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { useConfirmation } from '../../shared/confirmation/use-confirmation.tsx'
import { toast } from '../../shared/ui/toast.ts'
import classes from './administration.module.css'

/** How many flows an account may have; empty: as the server is set. */
export function QuotaForm({ account: { id, mostFlows } }: { account: Account }) {
  const queries = useQueryClient()
  const [text, setText] = useState(mostFlows === null ? '' : `${mostFlows}`)
  const [fault, setFault] = useState<string>()
  const { confirmed, dialog } = useConfirmation()
  const save = useSubmission({
    mutationFn: (given: number | null) => confirmed(() => changeAccount(id, { mostFlows: given })),
    onSuccess: () => toast.success('Quota changed'),
    onSettled: () => queries.invalidateQueries(accountsKey),
  })
  const { message, errors = {} } = save.isError ? asRequestError(save.error) : {}
  return (
    <>
      {dialog}
      <form
        className={classes.oneField}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const given = text.trim() === '' ? null : Number(text)
          // What is no number would be sent as none.
          const { error } = changeAccountSchema.safeParse({ mostFlows: given })
          if (error) setFault(error.issues[0]?.message)
          else save.mutate(given)
        }}
      >
        <TextInput
          label="Flows at most"
          description="Empty: as FLOWS_PER_USER says"
          inputMode="numeric"
          autoComplete="off"
          value={text}
          error={fault ?? errors.mostFlows ?? message}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setFault(undefined)
            save.reset()
          }}
        />
        <Button type="submit" variant="default" loading={save.isPending}>
          Set quota
        </Button>
      </form>
    </>
  )
}
