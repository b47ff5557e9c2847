import { Button, TextInput } from '@mantine/core'
import type { FlowLink, GivenRole, NewLink } from '@plimsoll/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { asRequestError } from '../api/client.ts'
import { makeLink, revokeLink, sharingQuery } from '../api/sharing.ts'
import { toastFailure } from '../api/toast-failure.ts'
import { useSubmission } from '../api/use-submission.ts'
import { sharedFlowPath } from '../config/paths.ts'
import { focusNextRow } from '../ui/focus-next-row.ts'
import select from '../ui/select.module.css'
import { ShownOnce } from '../ui/shown-once.tsx'
import { toast } from '../ui/toast.ts'
import classes from './share-dialog.module.css'

const LIFETIMES = [
  { days: null, title: 'Until it is revoked' },
  { days: 1, title: 'One day' },
  { days: 7, title: 'One week' },
  { days: 30, title: '30 days' },
  { days: 365, title: 'One year' },
] as const

/** What each role of a link is called, and what it lets people do. */
const KINDS = [
  { role: 'viewer', name: 'View', hint: 'Everybody who has it sees this flow and runs it, without an account.' },
  { role: 'commenter', name: 'Comment', hint: 'Who is signed in comments, everybody else sees the flow.' },
  { role: 'editor', name: 'Edit', hint: 'Who is signed in changes the flow, everybody else sees it.' },
] as const satisfies readonly { role: GivenRole; name: string; hint: string }[]

const kindOf = (role: GivenRole) => KINDS.find((kind) => kind.role === role) ?? KINDS[0]

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' })

interface LinksProps {
  readonly flowId: string
  readonly links: readonly FlowLink[]
}

/** The links by which everybody sees a flow, and the form that makes one. */
export function Links({ flowId, links }: LinksProps) {
  const headingId = useId()
  const [made, setMade] = useState<NewLink | null>(null)
  return (
    <section aria-labelledby={headingId} className={classes.section}>
      <h3 id={headingId}>Links</h3>
      <p className={classes.hint}>
        For people whose address you do not know. What a link gives ends when it is revoked.
      </p>
      <MakeLink flowId={flowId} onMade={setMade} />
      {made && (
        <ShownOnce
          label="New link"
          value={location.origin + sharedFlowPath(made.token)}
          button="Copy link"
          copied="Link copied"
        />
      )}
      <ul className={classes.rows} aria-label="Links">
        {links.map((link) => (
          <Link key={link.id} flowId={flowId} link={link} onRevoked={() => made?.id === link.id && setMade(null)} />
        ))}
      </ul>
    </section>
  )
}

function MakeLink({ flowId, onMade }: { flowId: string; onMade: (link: NewLink) => void }) {
  const queries = useQueryClient()
  const hintId = useId()
  const [role, setRole] = useState<GivenRole>('viewer')
  const [lifetime, setLifetime] = useState(0)
  const [password, setPassword] = useState('')
  const make = useSubmission({
    mutationFn: () =>
      makeLink(flowId, {
        role,
        days: LIFETIMES[lifetime]?.days ?? null,
        password: password === '' ? null : password,
      }),
    onSuccess: (link) => {
      onMade(link)
      setPassword('')
    },
    onSettled: () => queries.invalidateQueries(sharingQuery(flowId)),
  })
  const { message, errors = {} } = make.isError ? asRequestError(make.error) : {}
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        make.mutate(undefined)
      }}
    >
      <div className={classes.field}>
        <label htmlFor={`${hintId}-role`}>For</label>
        <select
          id={`${hintId}-role`}
          className={select.root}
          aria-describedby={hintId}
          value={role}
          onChange={({ currentTarget }) => setRole(currentTarget.value as GivenRole)}
        >
          {KINDS.map((kind) => (
            <option key={kind.role} value={kind.role}>
              {kind.name}
            </option>
          ))}
        </select>
      </div>
      <label className={classes.field}>
        Works
        <select
          className={select.root}
          value={lifetime}
          onChange={({ currentTarget }) => setLifetime(Number(currentTarget.value))}
        >
          {LIFETIMES.map(({ title }, index) => (
            <option key={title} value={index}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <TextInput
        className={classes.grow ?? ''}
        label="Password (optional)"
        autoComplete="off"
        value={password}
        error={errors.password ?? errors.link ?? message}
        onChange={({ currentTarget }) => {
          setPassword(currentTarget.value)
          make.reset()
        }}
      />
      <Button type="submit" variant="default" loading={make.isPending}>
        Make link
      </Button>
      <p id={hintId} className={classes.kind}>
        {kindOf(role).hint}
      </p>
    </form>
  )
}

interface LinkProps {
  readonly flowId: string
  readonly link: FlowLink
  readonly onRevoked: () => void
}

function Link({ flowId, link: { id, role, createdAt, expiresAt, hasPassword, people }, onRevoked }: LinkProps) {
  const queries = useQueryClient()
  const revoke = useSubmission({
    mutationFn: () => revokeLink(flowId, id),
    onSuccess: (message) => {
      onRevoked()
      toast.success(message)
    },
    onError: (error) => toastFailure(error),
    onSettled: () => queries.invalidateQueries(sharingQuery(flowId)),
  })
  const made = moment.format(new Date(createdAt))
  return (
    <li ref={focusNextRow} className={classes.row}>
      <div className={classes.who}>
        <strong>
          {kindOf(role).name} link of {made}
        </strong>
        <span>
          {[lifetimeText(expiresAt), hasPassword && 'needs a password', peopleText(people)].filter(Boolean).join(' · ')}
        </span>
      </div>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={`Revoke the link of ${made}`}
        loading={revoke.isPending}
        onClick={() => revoke.mutate(undefined)}
      >
        Revoke
      </Button>
    </li>
  )
}

const peopleText = (people: number) => people > 0 && `used by ${people === 1 ? 'one person' : `${people} people`}`

function lifetimeText(expiresAt: string | null): string {
  if (expiresAt === null) return 'works until it is revoked'
  const end = new Date(expiresAt)
  return `${end.getTime() < Date.now() ? 'ended' : 'ends'} on ${longDate.format(end)}`
}
