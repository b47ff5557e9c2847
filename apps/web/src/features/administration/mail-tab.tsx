import type { QueuedMail } from '@plimsoll/contract'
import { useQuery } from '@tanstack/react-query'
import { mailsQuery, removeMail, retryMail, sendTestMail } from '../../shared/api/administration.ts'
import { counted } from '../../shared/text/counted.ts'
import { Moment } from '../../shared/time/moment.tsx'
import list from '../../shared/ui/card-list.module.css'
import { ActButton } from './act-button.tsx'
import classes from './administration.module.css'
import { Loaded } from './loaded.tsx'

const REFRESH_MS = 5_000

const KINDS: Readonly<Record<string, string>> = {
  verify: 'Confirm your email address',
  reset: 'Reset your password',
  'password-changed': 'Your password was changed',
  'new-device': 'New login to your account',
  'old-email': 'Confirm the change of your email address',
  'new-email': 'Confirm your new email address',
  'email-changed': 'Your email address was changed',
  'flow-shared': 'A flow was shared',
  mentioned: 'You were mentioned',
  'flow-given': 'Ownership of a flow',
  'team-invited': 'Invitation to a team',
  invited: 'Invitation to the server',
  test: 'Test mail',
}

/** The queue of mails, and why some were not sent. */
export function MailTab() {
  const query = useQuery({ ...mailsQuery, refetchInterval: REFRESH_MS })
  return (
    <Loaded query={query} what="the mails">
      {({ sendsMail, waiting, givenUp, mails }) => (
        <>
          <p className={classes.hint}>
            {!sendsMail && 'SMTP_URL is not set: mails are kept in the outbox of the server. '}
            {counted(waiting, 'mail')} waiting{givenUp > 0 && `, ${givenUp} given up`}.
          </p>
          <div className={classes.buttons}>
            <ActButton act={sendTestMail} changes={mailsQuery} done={(message) => message}>
              Send a test mail
            </ActButton>
          </div>
          {mails.length > 0 && (
            <ul className={list.root} aria-label="Mails">
              {mails.map((mail) => (
                <MailRow key={mail.id} mail={mail} />
              ))}
            </ul>
          )}
        </>
      )}
    </Loaded>
  )
}

function MailRow({ mail: { id, kind, email, createdAt, attempts, failure, isGivenUp } }: { mail: QueuedMail }) {
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <strong>{KINDS[kind] ?? kind}</strong>
        <span>
          To {email}, queued <Moment at={createdAt} />
          {attempts > 0 && `, tried ${attempts === 1 ? 'once' : `${attempts} times`}`}
        </span>
        {failure !== null && <span className={classes.failure}>{failure}</span>}
      </div>
      {isGivenUp && (
        <span className={classes.mark} data-tone="bad">
          Given up
        </span>
      )}
      {failure !== null && (
        <ActButton
          label={`Retry the mail to ${email}`}
          act={() => retryMail(id)}
          changes={mailsQuery}
          done={(message) => message}
        >
          Retry
        </ActButton>
      )}
      <ActButton
        label={`Remove the mail to ${email}`}
        act={() => removeMail(id)}
        changes={mailsQuery}
        done={(message) => message}
      >
        Remove
      </ActButton>
    </li>
  )
}
