import { Button } from '@mantine/core'
import { ACCOUNT_STATES, type AccountState, LIMITS } from '@plimsoll/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { accountsQuery } from '../../shared/api/administration.ts'
import list from '../../shared/ui/card-list.module.css'
import select from '../../shared/ui/select.module.css'
import { AccountRow } from './account-row.tsx'
import classes from './administration.module.css'
import { Loaded } from './loaded.tsx'

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
      <Loaded query={query} what="the users">
        {({ pages }) => {
          const accounts = pages.flatMap((page) => page.accounts)
          if (accounts.length === 0) return <p className={classes.hint}>Nobody is found.</p>
          return (
            <ul className={list.root} aria-label="Users">
              {accounts.map((account) => (
                <AccountRow key={account.id} account={account} />
              ))}
            </ul>
          )
        }}
      </Loaded>
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  )
}
