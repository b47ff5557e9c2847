import { ACCOUNT_STATES, type AccountState, LIMITS } from '@plimsoll/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { accountsQuery } from '../../shared/api/administration.ts'
import select from '../../shared/ui/select.module.css'
import { AccountRow } from './account-row.tsx'
import classes from './administration.module.css'
import { Listed } from './listed.tsx'

const STATES: Readonly<Record<AccountState, string>> = {
  waiting: 'Waiting',
  disabled: 'Disabled',
  administrator: 'Administrators',
}

/** The accounts, to be found by name, address and state. */
export function AccountsTab() {
  const [words, setWords] = useState('')
  const [state, setState] = useState<AccountState | ''>('')
  const search = useDeferredValue(words.trim())
  const query = useInfiniteQuery({ ...accountsQuery(search, state), placeholderData: (before) => before })
  return (
    <>
      <search className={classes.filter}>
        <input
          type="search"
          className={classes.words}
          aria-label="Search users"
          placeholder="Search by name or address"
          maxLength={LIMITS.searchWords}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <select
          className={select.root}
          aria-label="Which users"
          value={state}
          onChange={({ currentTarget }) => setState(currentTarget.value as AccountState | '')}
        >
          <option value="">All</option>
          {ACCOUNT_STATES.map((one) => (
            <option key={one} value={one}>
              {STATES[one]}
            </option>
          ))}
        </select>
      </search>
      <Listed query={query} what="the users" label="Users" nothing="Nobody is found." itemsOf={(page) => page.accounts}>
        {(account) => <AccountRow account={account} />}
      </Listed>
    </>
  )
}
