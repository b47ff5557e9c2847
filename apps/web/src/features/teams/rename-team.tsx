import type { Team } from '@plimsoll/contract'
import { useQueryClient } from '@tanstack/react-query'
import { flowsQuery } from '../../shared/api/flows.ts'
import { renameTeam, teamsQuery } from '../../shared/api/teams.ts'
import { OneFieldForm } from '../../shared/sharing/one-field-form.tsx'
import { toast } from '../../shared/ui/toast.ts'

export function RenameTeam({ team }: { team: Team }) {
  const queries = useQueryClient()
  return (
    <OneFieldForm
      label="Name"
      field="name"
      button="Rename"
      present={team.name}
      send={(name) => renameTeam(team.id, name)}
      onSent={(message) => {
        toast.success(message)
        return Promise.all([queries.invalidateQueries(teamsQuery), queries.invalidateQueries(flowsQuery)])
      }}
    />
  )
}
