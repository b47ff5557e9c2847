import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { asRequestError } from '../api/client.ts'
import { sharingQuery } from '../api/sharing.ts'
import { Banner } from '../ui/banner.tsx'
import { copyFlowLink } from '../ui/copy-flow-link.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Links } from './links.tsx'
import { People } from './people.tsx'
import classes from './share-dialog.module.css'
import { Teams } from './teams.tsx'

interface ShareDialogProps {
  readonly flow: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

/** Who else sees a flow: people by their addresses, teams, and everybody who has a link. */
export function ShareDialog({ flow: { id, name }, onClose }: ShareDialogProps) {
  const { data, error, isPending, refetch } = useQuery(sharingQuery(id))
  return (
    <Dialog title={`Share “${name}”`} size="wide" onClose={onClose}>
      <div className={classes.body}>
        {isPending && (
          <div role="status" aria-label="Loading" className={classes.centre}>
            <Loader size="sm" />
          </div>
        )}
        {error && (
          <Refused status={asRequestError(error).status} message={error.message} onRetry={() => void refetch()} />
        )}
        {data && !error && (
          <>
            <People
              flowId={id}
              people={data.people}
              isInTeam={data.team !== null || data.teams.length > 0}
              onHandedOn={onClose}
            />
            <Teams flowId={id} teams={data.teams} team={data.team} onMoved={onClose} />
            <Links flowId={id} links={data.links} />
          </>
        )}
      </div>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => void copyFlowLink(id)}>
          Copy address for these people
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  )
}

interface RefusedProps {
  readonly status: number | undefined
  readonly message: string
  readonly onRetry: () => void
}

function Refused({ status, message, onRetry }: RefusedProps) {
  if (status === 403) return <p>Only the owner of this flow decides who else sees it.</p>
  return (
    <Banner variant="error">
      <p>{message}</p>
      <Button variant="subtle" size="compact-sm" onClick={onRetry}>
        Try again
      </Button>
    </Banner>
  )
}
