import { Button, TextInput } from '@mantine/core'
import type { Team } from '@plimsoll/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asRequestError } from '../../shared/api/client.ts'
import { flowsQuery } from '../../shared/api/flows.ts'
import { renameTeam, teamsQuery } from '../../shared/api/teams.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { toast } from '../../shared/ui/toast.ts'
import classes from './teams.module.css'

export function RenameTeam({ team }: { team: Team }) {
  const queries = useQueryClient()
  const [name, setName] = useState(team.name)
  const rename = useSubmission({
    mutationFn: () => renameTeam(team.id, name),
    onSuccess: (message) => {
      toast.success(message)
      return Promise.all([queries.invalidateQueries(teamsQuery), queries.invalidateQueries(flowsQuery)])
    },
  })
  const { message, errors = {} } = rename.isError ? asRequestError(rename.error) : {}
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        rename.mutate(undefined)
      }}
    >
      <TextInput
        className={classes.grow ?? ''}
        label="Name"
        autoComplete="off"
        value={name}
        error={errors.name ?? message}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value)
          rename.reset()
        }}
      />
      <Button type="submit" variant="default" loading={rename.isPending} disabled={name.trim() === team.name}>
        Rename
      </Button>
    </form>
  )
}
