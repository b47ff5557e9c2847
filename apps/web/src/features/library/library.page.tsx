import { Button } from '@mantine/core'
import { useDebouncedValue, useIntersection } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { libraryQuery, tagsQuery } from '../../shared/api/flows.ts'
import { FlowsFailed, FlowsLoading } from '../../shared/api/flows-list.tsx'
import { paths } from '../../shared/config/paths.ts'
import { Link } from '../../shared/navigation/link.tsx'
import { focusNextRow } from '../../shared/ui/focus-next-row.ts'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import page from '../../shared/ui/page.module.css'
import { FlowCard } from './flow-card.tsx'
import { ImportButton } from './import-button.tsx'
import classes from './library.module.css'
import { LibrarySearch } from './library-search.tsx'
import { SelectedFlows } from './selected-flows.tsx'
import type { DrawThumbnail } from './thumbnail.tsx'
import { useLibrarySearch } from './use-library-search.ts'
import { usePresence } from './use-presence.ts'
import { useView } from './use-view.ts'

/** From the last letter typed until it is searched for. */
const PAUSE_MS = 150

interface LibraryPageProps {
  /** Loads what draws thumbnails. */
  readonly loadDrawing: () => Promise<DrawThumbnail>
}

/** The user's saved flows. */
export function LibraryPage({ loadDrawing }: LibraryPageProps) {
  const search = useLibrarySearch()
  return (
    <div className={`${page.root} ${classes.page}`}>
      <title>Flow Library · Plimsoll</title>
      <header className={page.header}>
        <h1 className={classes.heading}>Your System Design Flows</h1>
        <div className={classes.others}>
          <Link to={paths.teams}>Teams</Link>
          <Link to={paths.bin}>Bin</Link>
          <ImportButton />
        </div>
      </header>
      <fieldset className={classes.whose} aria-label="Whose flows">
        {WHOSE.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            aria-pressed={search.whose === id}
            onClick={() => search.change({ ...search, tag: '', whose: id })}
          >
            {title}
          </button>
        ))}
      </fieldset>
      <FlowList key={search.whose} loadDrawing={loadDrawing} search={search} />
    </div>
  )
}

const WHOSE = [
  { id: 'own', title: 'My flows' },
  { id: 'shared', title: 'Shared with me' },
  { id: 'team', title: 'Team' },
] as const

interface FlowListProps extends LibraryPageProps {
  readonly search: ReturnType<typeof useLibrarySearch>
}

function FlowList({ loadDrawing, search }: FlowListProps) {
  const { words, tag, sort, whose, change } = search
  const [q] = useDebouncedValue(words.trim(), PAUSE_MS)
  const { data, error, isPending, isError, isFetching, refetch, ...more } = useInfiniteQuery(
    libraryQuery({ q, tag, sort, whose }),
  )
  const { data: tags = [] } = useQuery(tagsQuery)
  const [view, setView] = useView()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const flows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data])
  const presence = usePresence(flows)
  const list = useRef<HTMLUListElement>(null)
  if (isPending) return <FlowsLoading className={classes.centre} />
  if (isError && !more.isFetchNextPageError)
    return <FlowsFailed error={error} isFetching={isFetching} onRetry={() => void refetch()} />
  const { found = 0, all = 0 } = data?.pages[0]?.page ?? {}
  if (all === 0 && whose === 'shared')
    return (
      <section className={`${classes.centre} ${classes.empty}`}>
        <h2>Nothing is shared with you yet</h2>
        <p>Flows that others share with your address stand here.</p>
      </section>
    )
  if (all === 0 && whose === 'team')
    return (
      <section className={`${classes.centre} ${classes.empty}`}>
        <h2>Your teams have no flows yet</h2>
        <p>“Share” on a flow shares it with a team, or moves it there.</p>
        <LinkButton to={paths.teams}>Your teams</LinkButton>
      </section>
    )
  if (all === 0)
    return (
      <section className={`${classes.centre} ${classes.empty}`}>
        <h2>No flows yet</h2>
        <p>You haven't saved any flows yet.</p>
        <p>
          The editor has templates to begin with, and “Start” puts one under load. What others share with you is under
          “Shared with me”.
        </p>
        <LinkButton to={paths.editor}>Draw your first flow</LinkButton>
      </section>
    )
  const select = (id: string, isSelected: boolean) =>
    setSelected((before) => new Set(isSelected ? [...before, id] : [...before].filter((other) => other !== id)))
  // What was removed meanwhile, or is not found any more, is not acted on.
  const chosen = flows.filter(({ id }) => selected.has(id)).map(({ id }) => id)
  return (
    <>
      <LibrarySearch {...{ words, tag, sort, whose, tags, view, found, all }} onChange={change} onView={setView} />
      {chosen.length > 0 && (
        <SelectedFlows
          ids={chosen}
          tags={tags}
          onAll={chosen.length < flows.length ? () => setSelected(new Set(flows.map(({ id }) => id))) : null}
          onEnd={() => {
            // What had the focus goes.
            list.current?.querySelector<HTMLElement>(':checked')?.focus()
            setSelected(new Set())
          }}
        />
      )}
      {flows.length === 0 && (
        <section className={`${classes.centre} ${classes.empty}`}>
          {words.trim() === '' ? (
            <p>No flow has the tag “{tag}”.</p>
          ) : (
            <p>
              No flow {tag && `with the tag “${tag}” `}has “{words.trim()}” in its name, description or components.
            </p>
          )}
        </section>
      )}
      <ul ref={list} className={view === 'list' ? classes.list : classes.grid} data-view={view}>
        {flows.map((flow) => (
          <li key={flow.id} ref={focusNextRow} className={classes.entry}>
            <FlowCard
              flow={flow}
              loadDrawing={view === 'cards' ? loadDrawing : undefined}
              presence={presence.get(flow.id)}
              isSelected={selected.has(flow.id)}
              onTag={(chosenTag) => change({ words, tag: chosenTag, sort, whose })}
              onSelect={(isSelected) => select(flow.id, isSelected)}
            />
          </li>
        ))}
      </ul>
      {more.hasNextPage && (
        <ShowMore
          isLoading={more.isFetchingNextPage}
          isFailed={more.isFetchNextPageError}
          onMore={() => void more.fetchNextPage()}
        />
      )}
    </>
  )
}

interface ShowMoreProps {
  readonly isLoading: boolean
  /** Then only a press asks again. */
  readonly isFailed: boolean
  readonly onMore: () => void
}

/** Fetches the next page when it comes into view, and by a press. */
function ShowMore({ isLoading, isFailed, onMore }: ShowMoreProps) {
  const { ref, entry } = useIntersection({ rootMargin: '600px' })
  const isNear = entry?.isIntersecting ?? false
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it comes near, or a page has come
  useEffect(() => {
    if (isNear && !isLoading && !isFailed) onMore()
  }, [isNear, isLoading])
  return (
    <Button ref={ref} variant="default" className={classes.more} loading={isLoading} onClick={onMore}>
      Show more
    </Button>
  )
}
