import { Button, Loader } from '@mantine/core'
import type { UserSession } from '@plimsoll/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { asRequestError } from '../../shared/api/client.ts'
import { endOtherSessions, endUserSession, sessionsQuery } from '../../shared/api/profile.ts'
import { toastFailure } from '../../shared/api/toast-failure.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { Moment } from '../../shared/time/moment.tsx'
import { Banner } from '../../shared/ui/banner.tsx'
import list from '../../shared/ui/card-list.module.css'
import { focusNextRow } from '../../shared/ui/focus-next-row.ts'
import { toast } from '../../shared/ui/toast.ts'
import { describeDevice } from './describe-device.ts'
import classes from './profile.module.css'

/** Where the user is logged in, and the ways to end that elsewhere. */
export function SessionList() {
  const { data: sessions, isPending, error, refetch, isFetching } = useQuery(sessionsQuery)
  const endOthers = useEnding(endOtherSessions)
  return (
    <section className={classes.section} aria-labelledby="sessions">
      <h2 id="sessions" className={classes.title}>
        Where you are logged in
      </h2>
      {sessions ? (
        <>
          <ul className={list.root}>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
          <Button
            variant="default"
            className={classes.action}
            aria-describedby="about-other-sessions"
            disabled={isOnlyHere(sessions)}
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate()}
          >
            Log out other devices
          </Button>
          <p id="about-other-sessions" className={classes.note}>
            {isOnlyHere(sessions) && 'You are logged in here only.'}
          </p>
        </>
      ) : isPending ? (
        <div className={classes.waiting} role="status" aria-label="Loading your sessions">
          <Loader size="sm" />
        </div>
      ) : (
        <Banner variant="error">
          <p>{asRequestError(error).message}</p>
          <Button variant="subtle" size="compact-sm" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </Banner>
      )}
    </section>
  )
}

const isOnlyHere = (sessions: readonly UserSession[]) => sessions.every(({ isCurrent }) => isCurrent)

function SessionRow({
  session: { id, userAgent, lastSeenAt, createdAt, isRemembered, isCurrent },
}: {
  session: UserSession
}) {
  const { name, isHandheld } = describeDevice(userAgent)
  const Icon = isHandheld ? Smartphone : Monitor
  const end = useEnding(() => endUserSession(id))
  return (
    <li ref={focusNextRow} className={classes.session}>
      <Icon size={20} strokeWidth={1.75} className={classes.device} aria-hidden="true" />
      <span className={classes.about}>
        <span className={classes.deviceName}>{name}</span>
        <span className={classes.note}>
          {isCurrent ? (
            'Active now'
          ) : (
            <>
              Last used <Moment at={lastSeenAt} />
            </>
          )}
          , logged in <Moment at={createdAt} />
          {isRemembered && ', stays signed in'}
        </span>
      </span>
      {isCurrent ? (
        <span className={classes.here}>This device</span>
      ) : (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Log out ${name}`}
          loading={end.isPending}
          onClick={() => end.mutate()}
        >
          Log out
        </Button>
      )}
    </li>
  )
}

/** Ends sessions, says so in the server's words, and asks for the list anew, also when one was gone already. */
function useEnding(end: () => Promise<string>) {
  const queries = useQueryClient()
  return useSubmission({
    mutationFn: end,
    onSuccess: (message) => toast.success(message),
    onError: (error) => toastFailure(error),
    onSettled: () => queries.invalidateQueries(sessionsQuery),
  })
}
