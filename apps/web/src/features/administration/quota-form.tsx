import { Button, TextInput } from '@mantine/core'
import { type Account, changeAccountSchema } from '@plimsoll/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountsKey, changeAccount } from '../../shared/api/administration.ts'
import { asRequestError } from '../../shared/api/client.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { useConfirmation } from '../../shared/confirmation/use-confirmation.tsx'
import { Banner } from '../../shared/ui/banner.tsx'
import { toast } from '../../shared/ui/toast.ts'
import classes from './administration.module.css'

const QUOTAS = [
  { name: 'mostFlows', label: 'Flows at most', setting: 'FLOWS_PER_USER' },
  { name: 'mostMb', label: 'Megabytes at most', setting: 'USER_QUOTA_MB' },
] as const

type Quota = (typeof QUOTAS)[number]['name']

/** How much an account may have; empty: as the server is set. */
export function QuotaForm({ account: { id, mostFlows, mostMb } }: { account: Account }) {
  const queries = useQueryClient()
  const [texts, setTexts] = useState({ mostFlows: textOf(mostFlows), mostMb: textOf(mostMb) })
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({})
  const { confirmed, dialog } = useConfirmation()
  const save = useSubmission({
    mutationFn: (given: Record<Quota, number | null>) => confirmed(() => changeAccount(id, given)),
    onSuccess: () => toast.success('Quota changed'),
    onSettled: () => queries.invalidateQueries(accountsKey),
  })
  const { message, errors = {} } = save.isError ? asRequestError(save.error) : {}
  const told: Partial<Record<string, string>> = { ...errors, ...faults }
  return (
    <>
      {dialog}
      <form
        className={classes.quota}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const given = { mostFlows: numberIn(texts.mostFlows), mostMb: numberIn(texts.mostMb) }
          // What is no number would be sent as none.
          const { error } = changeAccountSchema.safeParse(given)
          if (error) setFaults(Object.fromEntries(error.issues.map((issue) => [issue.path[0], issue.message])))
          else save.mutate(given)
        }}
      >
        {message && !QUOTAS.some(({ name }) => told[name]) && <Banner variant="error">{message}</Banner>}
        <div className={classes.fields}>
          {QUOTAS.map(({ name, label, setting }) => (
            <TextInput
              key={name}
              label={label}
              description={`Empty: as ${setting} says`}
              inputMode="numeric"
              autoComplete="off"
              value={texts[name]}
              error={told[name]}
              onChange={({ currentTarget }) => {
                setTexts({ ...texts, [name]: currentTarget.value })
                setFaults({ ...faults, [name]: undefined })
                save.reset()
              }}
            />
          ))}
        </div>
        <Button type="submit" variant="default" loading={save.isPending}>
          Set quota
        </Button>
      </form>
    </>
  )
}

const textOf = (most: number | null) => (most === null ? '' : `${most}`)

const numberIn = (text: string) => (text.trim() === '' ? null : Number(text))
