import { Button, TextInput } from '@mantine/core'
import { AUDIT_GROUP_NAMES, AUDIT_GROUPS, type AuditEntry, type AuditFilter, type AuditGroup } from '@plimsoll/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { auditCsv, auditQuery } from '../../shared/api/administration.ts'
import { toastFailure } from '../../shared/api/toast-failure.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { saveFile } from '../../shared/files/save-file.ts'
import { counted } from '../../shared/text/counted.ts'
import { Moment } from '../../shared/time/moment.tsx'
import select from '../../shared/ui/select.module.css'
import classes from './administration.module.css'
import { Listed } from './listed.tsx'

const GROUPS: Readonly<Record<AuditGroup, string>> = {
  signIn: 'Sign-ins',
  accounts: 'Accounts',
  sharing: 'Sharing and removal',
  administration: 'Administration',
}

const TEXTS: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(AUDIT_GROUPS))

/** Who did what, to be looked through and exported. */
export function AuditTab() {
  const [given, setGiven] = useState({ group: '', email: '', since: '' })
  const shown = useDeferredValue(given)
  const filter = filterOf(shown)
  const query = useInfiniteQuery({ ...auditQuery(filter), placeholderData: (before) => before })
  const save = useSubmission({
    mutationFn: () => auditCsv(filter),
    onSuccess: (file) => saveFile(file, 'plimsoll-audit.csv'),
    onError: (error) => toastFailure(error),
  })
  const keptDays = query.data?.pages[0]?.keptDays
  return (
    <>
      <search className={classes.filter}>
        <TextInput
          className={classes.grow ?? ''}
          label="Address"
          placeholder="Of who did it, or to whom"
          autoComplete="off"
          value={given.email}
          onChange={({ currentTarget }) => setGiven({ ...given, email: currentTarget.value })}
        />
        <label className={classes.choice}>
          What
          <select
            className={select.root}
            value={given.group}
            onChange={({ currentTarget }) => setGiven({ ...given, group: currentTarget.value })}
          >
            <option value="">Everything</option>
            {AUDIT_GROUP_NAMES.map((group) => (
              <option key={group} value={group}>
                {GROUPS[group]}
              </option>
            ))}
          </select>
        </label>
        <TextInput
          label="Since"
          type="date"
          value={given.since}
          onChange={({ currentTarget }) => setGiven({ ...given, since: currentTarget.value })}
        />
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate(undefined)}>
          Export as CSV
        </Button>
      </search>
      {keptDays !== undefined && (
        <p className={classes.hint}>Entries are kept for {counted(Math.round(keptDays), 'day')}.</p>
      )}
      <Listed
        query={query}
        what="the audit log"
        label="Audit log"
        nothing="There is no such entry."
        itemsOf={(page) => page.entries}
      >
        {(entry) => <Entry entry={entry} />}
      </Listed>
    </>
  )
}

function filterOf({ group, email, since }: { group: string; email: string; since: string }): AuditFilter {
  return {
    ...(group && { group: group as AuditGroup }),
    ...(email.trim() && { email: email.trim() }),
    ...(since && { since }),
  }
}

function Entry({ entry: { event, at, actor, subject, detail, address } }: { entry: AuditEntry }) {
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <strong>
          {TEXTS[event] ?? event}
          {detail && ` (${detail})`}
        </strong>
        <span>
          {[actor && `by ${nameOf(actor)}`, subject && `about ${nameOf(subject)}`, address && `from ${address}`]
            .filter(Boolean)
            .join(', ')}
        </span>
      </div>
      <span className={classes.when}>
        <Moment at={at} />
      </span>
    </li>
  )
}

/** What is deleted, and a flow, has its id alone. */
const nameOf = ({ id, name }: { id: string; name: string | null }) => name ?? id
