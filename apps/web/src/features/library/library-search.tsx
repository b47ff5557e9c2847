import { FLOW_SORTS, type FlowSort, LIMITS, type TagCount } from '@plimsoll/contract'
import { LayoutGrid, List } from 'lucide-react'
import buttons from '../../shared/ui/icon-button.module.css'
import classes from './library-search.module.css'
import type { Search } from './use-library-search.ts'
import type { View } from './use-view.ts'

const SORT_TITLES: Readonly<Record<FlowSort, string>> = {
  updated: 'Last updated',
  name: 'Name',
  nodes: 'Most nodes',
  opened: 'Last opened',
}

const VIEWS = [
  { id: 'cards', title: 'Cards', Icon: LayoutGrid },
  { id: 'list', title: 'List', Icon: List },
] as const

interface LibrarySearchProps extends Search {
  readonly tags: readonly TagCount[]
  readonly onChange: (search: Search) => void
  readonly view: View
  readonly onView: (view: View) => void
  /** How many flows are found of how many there are. */
  readonly found: number
  readonly all: number
}

export function LibrarySearch(props: LibrarySearchProps) {
  const { words, tag, sort, whose, tags, onChange, view, onView, found, all } = props
  return (
    <search className={classes.root}>
      <input
        type="search"
        className={classes.words}
        aria-label="Search flows"
        placeholder="Search by name, description or component"
        maxLength={LIMITS.searchWords}
        value={words}
        onChange={({ currentTarget }) => onChange({ words: currentTarget.value, tag, sort, whose })}
      />
      {whose === 'own' && (tags.length > 0 || tag !== '') && (
        <label className={classes.sort}>
          Tag
          <select
            value={tag}
            onChange={({ currentTarget }) => onChange({ words, tag: currentTarget.value, sort, whose })}
          >
            <option value="">All</option>
            {tags.some((known) => known.tag === tag) || tag === '' || <option value={tag}>{tag}</option>}
            {tags.map((known) => (
              <option key={known.tag} value={known.tag}>
                {known.tag} ({known.flows})
              </option>
            ))}
          </select>
        </label>
      )}
      <label className={classes.sort}>
        Sort by
        <select
          value={sort}
          onChange={({ currentTarget }) => onChange({ words, tag, sort: currentTarget.value as FlowSort, whose })}
        >
          {FLOW_SORTS.map((id) => (
            <option key={id} value={id}>
              {SORT_TITLES[id]}
            </option>
          ))}
        </select>
      </label>
      <fieldset className={classes.views} aria-label="View">
        {VIEWS.map(({ id, title, Icon }) => (
          <button
            key={id}
            type="button"
            className={buttons.small}
            aria-label={title}
            title={title}
            aria-pressed={view === id}
            onClick={() => onView(id)}
          >
            <Icon size={16} />
          </button>
        ))}
      </fieldset>
      <p className={`${classes.count} figure`} role="status">
        {(words.trim() !== '' || tag !== '') && `${found} of ${all}`}
      </p>
    </search>
  )
}
