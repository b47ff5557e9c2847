import { zodResolver } from '@hookform/resolvers/zod'
import { Button, PasswordInput } from '@mantine/core'
import { type DeleteAccountRequest, deleteAccountSchema, type OwnSharedFlow } from '@plimsoll/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { factorsQuery } from '../../shared/api/factors.ts'
import { showOnFields } from '../../shared/api/form-errors.ts'
import { deleteAccount } from '../../shared/api/profile.ts'
import { ownSharedQuery } from '../../shared/api/sharing.ts'
import { lastOwnedQuery } from '../../shared/api/teams.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { paths } from '../../shared/config/paths.ts'
import { useConfirmation } from '../../shared/confirmation/use-confirmation.tsx'
import { counted } from '../../shared/text/counted.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import select from '../../shared/ui/select.module.css'
import { toast } from '../../shared/ui/toast.ts'
import { endSessionAndWork } from '../../stores/autosave/end-session-and-work.ts'
import classes from './profile.module.css'

/** Names what goes, and asks for the password before it does. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string | null>(null)
  const shared = useQuery(ownSharedQuery)
  const owned = useQuery(lastOwnedQuery)
  /** Who gets which flow or team; '' for nobody. */
  const [heirs, setHeirs] = useState<Readonly<Record<string, string>>>({})
  const { data: factors } = useQuery(factorsQuery)
  // Single sign-on makes accounts without one.
  const hasPassword = factors?.hasPassword ?? true
  const { confirmed, dialog } = useConfirmation()
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(hasPassword ? deleteAccountSchema : deleteAccountSchema.partial()),
    // An empty one would be refused where there is no field to type another.
    values: { currentPassword: hasPassword ? '' : undefined },
  })
  const remove = useSubmission({
    mutationFn: (confirmation: DeleteAccountRequest) => confirmed(() => deleteAccount(confirmation)),
    onMutate: () => setFailure(null),
    onSuccess: (message) => {
      endSessionAndWork()
      navigate(paths.login)
      toast.success(message)
    },
    onError: (error) => {
      setFailure(showOnFields(error, ['currentPassword'], setError))
      // Others may have been given a part in a flow meanwhile, or have left one.
      void shared.refetch()
      void owned.refetch()
    },
  })
  const flows = shared.data ?? []
  const teams = owned.data ?? []
  const isUndecided =
    shared.isPending || owned.isPending || [...flows, ...teams].some(({ id }) => heirs[id] === undefined)
  const decide = (id: string, heir: string) => setHeirs((before) => ({ ...before, [id]: heir }))
  const decisionsOn = (list: readonly { id: string }[]) => list.map(({ id }) => ({ id, to: heirs[id] || null }))

  if (dialog) return dialog
  return (
    <Dialog title="Delete account" onClose={onClose}>
      <form
        className={classes.dialog}
        noValidate
        onSubmit={handleSubmit((values) =>
          remove.mutate({ ...values, flows: decisionsOn(flows), teams: decisionsOn(teams) }),
        )}
      >
        <div className={classes.goes}>
          <p>This removes for good:</p>
          <ul>
            <li>your profile: your names and your email address</li>
            <li>every flow in your library, and what is unsaved on your board</li>
            <li>your sessions on all devices</li>
          </ul>
          <p>Nobody can bring it back. Export your data first if you may want it again.</p>
        </div>
        {flows.length > 0 && (
          <fieldset className={classes.heirs}>
            <legend>These flows are shared with others. What becomes of them?</legend>
            {flows.map((flow) => (
              <label key={flow.id}>
                <span>
                  {flow.name} <small>shared with {sharedWith(flow)}</small>
                </span>
                <select
                  className={select.root}
                  value={heirs[flow.id] ?? 'undecided'}
                  onChange={({ currentTarget }) => decide(flow.id, currentTarget.value)}
                >
                  <option value="undecided" disabled>
                    Choose …
                  </option>
                  {flow.heirs.map(({ email, name }) => (
                    <option key={email} value={email}>
                      Hand to {name} ({email})
                    </option>
                  ))}
                  {flow.teams.map(({ id, name }) => (
                    <option key={id} value={id}>
                      Hand to the team {name}
                    </option>
                  ))}
                  <option value="">Delete it for everybody</option>
                </select>
              </label>
            ))}
          </fieldset>
        )}
        {teams.length > 0 && (
          <fieldset className={classes.heirs}>
            <legend>You are the only owner of these teams. What becomes of them?</legend>
            {teams.map((team) => (
              <label key={team.id}>
                <span>
                  {team.name} <small>owns {counted(team.flows, 'flow')}</small>
                </span>
                <select
                  className={select.root}
                  value={heirs[team.id] ?? 'undecided'}
                  onChange={({ currentTarget }) => decide(team.id, currentTarget.value)}
                >
                  <option value="undecided" disabled>
                    Choose …
                  </option>
                  {team.heirs.map(({ email, name }) => (
                    <option key={email} value={email}>
                      Hand to {name} ({email})
                    </option>
                  ))}
                  <option value="">Delete it with its flows</option>
                </select>
              </label>
            ))}
          </fieldset>
        )}
        {(shared.isError || owned.isError) && (
          <Banner variant="error">Your shared flows and teams could not be listed. Close this and try again.</Banner>
        )}
        {failure && (
          <Banner variant="error" onClose={() => setFailure(null)}>
            {failure}
          </Banner>
        )}
        {hasPassword && (
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            {...register('currentPassword')}
            error={formState.errors.currentPassword?.message}
          />
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={remove.isPending} disabled={isUndecided}>
            Delete account
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const sharedWith = ({ people, teams }: OwnSharedFlow) =>
  [...(people > 0 ? [counted(people, 'other')] : []), ...teams.map(({ name }) => `the team ${name}`)].join(' and ') ||
  'a team'
