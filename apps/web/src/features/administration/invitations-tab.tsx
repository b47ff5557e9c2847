import type { Invitation } from '@plimsoll/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invitationsQuery, invite, renewInvitation, revokeInvitation } from '../../shared/api/administration.ts'
import { siteConfigQuery } from '../../shared/api/auth.ts'
import { useConfirmation } from '../../shared/confirmation/use-confirmation.tsx'
import { OneFieldForm } from '../../shared/sharing/one-field-form.tsx'
import { Moment } from '../../shared/time/moment.tsx'
import list from '../../shared/ui/card-list.module.css'
import { focusNextRow } from '../../shared/ui/focus-next-row.ts'
import { ShownOnce } from '../../shared/ui/shown-once.tsx'
import { toast } from '../../shared/ui/toast.ts'
import { ActButton } from './act-button.tsx'
import classes from './administration.module.css'
import { Loaded } from './loaded.tsx'

interface Link {
  readonly email: string
  readonly link: string
}

/** Invites somebody by mail or by a link, and lists who has not come yet. */
export function InvitationsTab() {
  const queries = useQueryClient()
  const query = useQuery(invitationsQuery)
  const { data: site } = useQuery(siteConfigQuery)
  const [made, setMade] = useState<Link | null>(null)
  const [isMailed, setIsMailed] = useState(true)
  const { confirmed, dialog } = useConfirmation()
  const hasMail = site?.sendsMail !== false || site.outbox !== null
  return (
    <>
      {dialog}
      <p className={classes.hint}>
        The link of an invitation makes one account with that address, whoever may register here otherwise.
      </p>
      <OneFieldForm
        label="Email"
        field="email"
        button="Invite"
        send={(email) => confirmed(() => invite(email, isMailed && hasMail))}
        onSent={({ email, link }) => {
          setMade(link === null ? null : { email, link })
          if (link === null) toast.success(`A mail to ${email} is on its way`)
        }}
        onSettled={() => queries.invalidateQueries(invitationsQuery)}
      />
      {hasMail ? (
        <label className={classes.check}>
          <input
            type="checkbox"
            checked={isMailed}
            onChange={({ currentTarget }) => setIsMailed(currentTarget.checked)}
          />
          Send the link by mail
        </label>
      ) : (
        <p className={classes.hint}>This server sends no mail: copy the link, and give it to whom you invite.</p>
      )}
      {made && <ShownOnce label={`Link for ${made.email}`} value={made.link} button="Copy link" copied="Link copied" />}
      <Loaded query={query} what="the invitations">
        {(invitations) =>
          invitations.length === 0 ? (
            <p className={classes.hint}>No invitation is open.</p>
          ) : (
            <ul className={list.root} aria-label="Invitations">
              {invitations.map((invitation) => (
                <InvitationRow key={invitation.id} invitation={invitation} onLink={setMade} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}

interface InvitationRowProps {
  readonly invitation: Invitation
  readonly onLink: (link: Link) => void
}

function InvitationRow({ invitation, onLink }: InvitationRowProps) {
  const { id, email, invitedBy, createdAt, isExpired } = invitation
  return (
    <li ref={focusNextRow} className={classes.row}>
      <div className={classes.who}>
        <strong>{email}</strong>
        <span>
          Invited {invitedBy !== null && `by ${invitedBy} `}
          <Moment at={createdAt} />
        </span>
      </div>
      {isExpired && (
        <span className={classes.mark} data-tone="warn">
          Expired
        </span>
      )}
      <ActButton
        label={`New link for ${email}`}
        act={async () => onLink({ email, link: (await renewInvitation(id)).link })}
        changes={invitationsQuery}
      >
        New link
      </ActButton>
      <ActButton
        label={`Revoke the invitation of ${email}`}
        act={() => revokeInvitation(id)}
        changes={invitationsQuery}
        done={(message) => message}
      >
        Revoke
      </ActButton>
    </li>
  )
}
