import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { SORTS, type Sort } from './find-flows.ts'
import classes from './library-search.module.css'

interface Search {
  readonly words: string
  readonly sort: Sort
}

/** What the library is searched for, and its order. The address keeps both: they are there again after a flow was opened. */
export function useLibrarySearch() {
  const { search } = useLocation()
  const navigate = useNavigate()
  // What is typed has to stand there at once, which a change of the address does not.
  const [current, setCurrent] = useState(() => readSearch(search))
  const change = (next: Search) => {
    setCurrent(next)
    const kept = new URLSearchParams()
    if (next.words !== '') kept.set('q', next.words)
    if (next.sort !== 'updated') kept.set('sort', next.sort)
    navigate({ search: kept.toString() }, { replace: true })
  }
  return { ...current, change }
}

function readSearch(search: string): Search {
  const parameters = new URLSearchParams(search)
  const sort = SORTS.find(({ id }) => id === parameters.get('sort'))?.id ?? 'updated'
  return { words: parameters.get('q') ?? '', sort }
}

interface LibrarySearchProps extends Search {
  readonly onChange: (search: Search) => void
  /** How many flows are shown of how many there are. */
  readonly shown: number
  readonly all: number
}

export function LibrarySearch({ words, sort, onChange, shown, all }: LibrarySearchProps) {
  return (
    <search className={classes.root}>
      <input
        type="search"
        className={classes.words}
        aria-label="Search flows"
        placeholder="Search by name or description"
        value={words}
        onChange={({ currentTarget }) => onChange({ words: currentTarget.value, sort })}
      />
      <label className={classes.sort}>
        Sort by
        <select value={sort} onChange={({ currentTarget }) => onChange({ words, sort: currentTarget.value as Sort })}>
          {SORTS.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <p className={`${classes.count} figure`} role="status">
        {words.trim() !== '' && `${shown} of ${all}`}
      </p>
    </search>
  )
}
