import type { FlowSummary } from '@plimsoll/contract'
import { useMemo } from 'react'
import { flowsQuery } from '../../shared/api/flows.ts'
import { FlowsList } from '../../shared/api/flows-list.tsx'
import { paths } from '../../shared/config/paths.ts'
import { Link } from '../../shared/navigation/link.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { findFlows } from './find-flows.ts'
import { FlowCard } from './flow-card.tsx'
import classes from './library.module.css'
import { LibrarySearch, useLibrarySearch } from './library-search.tsx'

/** The user's saved flows. */
export function LibraryPage() {
  return (
    <div className={classes.page}>
      <title>Flow Library · Plimsoll</title>
      <header className={classes.header}>
        <h1 className={classes.heading}>Your System Design Flows</h1>
        <Link to={paths.bin}>Bin</Link>
      </header>
      <FlowList />
    </div>
  )
}

function FlowList() {
  const empty = (
    <section className={`${classes.centre} ${classes.empty}`}>
      <h2>No flows yet</h2>
      <p>You haven't saved any flows yet.</p>
      <LinkButton to={paths.editor}>Draw your first flow</LinkButton>
    </section>
  )
  return (
    <FlowsList query={flowsQuery} className={classes.centre} empty={empty}>
      {(flows) => <FoundFlows flows={flows} />}
    </FlowsList>
  )
}

function FoundFlows({ flows }: { flows: readonly FlowSummary[] }) {
  const { words, sort, change } = useLibrarySearch()
  const found = useMemo(() => findFlows(flows, { words, sort }), [flows, words, sort])
  return (
    <>
      <LibrarySearch words={words} sort={sort} onChange={change} shown={found.length} all={flows.length} />
      {found.length === 0 && (
        <section className={`${classes.centre} ${classes.empty}`}>
          <p>No flow has “{words.trim()}” in its name or description.</p>
        </section>
      )}
      <ul className={classes.grid}>
        {found.map((flow) => (
          <li key={flow.id}>
            <FlowCard flow={flow} />
          </li>
        ))}
      </ul>
    </>
  )
}
