import { Button, TextInput } from '@mantine/core'
import type { ApiToken, NewApiToken, TokenScope } from '@plimsoll/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { asRequestError } from '../../shared/api/client.ts'
import { makeToken, revokeToken, tokensQuery } from '../../shared/api/profile.ts'
import { toastFailure } from '../../shared/api/toast-failure.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { useConfirmation } from '../../shared/confirmation/use-confirmation.tsx'
import { Moment } from '../../shared/time/moment.tsx'
import list from '../../shared/ui/card-list.module.css'
import { focusNextRow } from '../../shared/ui/focus-next-row.ts'
import select from '../../shared/ui/select.module.css'
import { ShownOnce } from '../../shared/ui/shown-once.tsx'
import { toast } from '../../shared/ui/toast.ts'
import classes from './profile.module.css'

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

const SCOPES: Readonly<Record<TokenScope, string>> = { read: 'Read flows', write: 'Read and save flows' }
const LIFETIMES = [
  { value: '7', label: 'One week' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
]
const EMPTY = { name: '', scope: 'read' as TokenScope, days: '90' }

/** The API tokens of the user, and the form that makes one. */
export function ApiTokens({ isDemo }: { isDemo: boolean }) {
  const { data: tokens, error } = useQuery(tokensQuery)
  const [made, setMade] = useState<NewApiToken | null>(null)
  return (
    <section className={classes.section} aria-labelledby="api-tokens">
      <h2 id="api-tokens" className={classes.title}>
        API tokens
      </h2>
      <p className={classes.note}>
        {isDemo
          ? 'The demo account ends with your visit, and has no API tokens.'
          : 'For pipelines and the terminal: plimsoll pull and push load and save your flows with one.'}
      </p>
      {!isDemo && <MakeToken onMade={setMade} />}
      {made && (
        <ShownOnce
          label={`New API token “${made.name}”`}
          value={made.token}
          button="Copy API token"
          copied="API token copied"
        />
      )}
      {error && <p role="alert">{asRequestError(error).message}</p>}
      {tokens && tokens.length > 0 && (
        <ul className={list.root} aria-label="API tokens">
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onRevoked={() => made?.id === token.id && setMade(null)} />
          ))}
        </ul>
      )}
    </section>
  )
}

function MakeToken({ onMade }: { onMade: (token: NewApiToken) => void }) {
  const queries = useQueryClient()
  const [given, setGiven] = useState(EMPTY)
  const [isNameMissing, setIsNameMissing] = useState(false)
  const { confirmed, dialog } = useConfirmation()
  const make = useSubmission({
    mutationFn: () => confirmed(() => makeToken({ ...given, days: Number(given.days) })),
    onSuccess: (token) => {
      onMade(token)
      setGiven(EMPTY)
    },
    onSettled: () => queries.invalidateQueries(tokensQuery),
  })
  const { message, errors = {} } = make.isError ? asRequestError(make.error) : {}
  const change = (changes: Partial<typeof EMPTY>) => {
    setGiven({ ...given, ...changes })
    setIsNameMissing(false)
    make.reset()
  }
  return (
    <>
      {dialog}
      <form
        className={classes.makeToken}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (given.name.trim() === '') setIsNameMissing(true)
          else make.mutate(undefined)
        }}
      >
        <TextInput
          label="Name"
          placeholder="Such as CI"
          autoComplete="off"
          value={given.name}
          error={isNameMissing ? 'Name is required' : (errors.name ?? message)}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <label className={classes.field}>
          It may
          <select
            className={select.root}
            value={given.scope}
            onChange={({ currentTarget }) => change({ scope: currentTarget.value as TokenScope })}
          >
            {Object.entries(SCOPES).map(([scope, label]) => (
              <option key={scope} value={scope}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label className={classes.field}>
          Works for
          <select
            className={select.root}
            value={given.days}
            onChange={({ currentTarget }) => change({ days: currentTarget.value })}
          >
            {LIFETIMES.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <Button type="submit" variant="default" loading={make.isPending}>
          Make API token
        </Button>
      </form>
    </>
  )
}

function TokenRow({ token, onRevoked }: { token: ApiToken; onRevoked: () => void }) {
  const { id, name, scope, expiresAt, lastUsedAt } = token
  const queries = useQueryClient()
  const revoke = useSubmission({
    mutationFn: () => revokeToken(id),
    onSuccess: (message) => {
      onRevoked()
      toast.success(message)
    },
    onError: (error) => toastFailure(error),
    onSettled: () => queries.invalidateQueries(tokensQuery),
  })
  return (
    <li ref={focusNextRow} className={classes.session}>
      <KeyRound size={20} strokeWidth={1.75} className={classes.device} aria-hidden="true" />
      <span className={classes.about}>
        <span className={classes.deviceName}>{name}</span>
        <span className={classes.note}>
          {SCOPES[scope]},{' '}
          {lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              last used <Moment at={lastUsedAt} />
            </>
          )}
          , until {longDate.format(new Date(expiresAt))}
        </span>
      </span>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Revoke ${name}`}
        loading={revoke.isPending}
        onClick={() => revoke.mutate(undefined)}
      >
        Revoke
      </Button>
    </li>
  )
}
