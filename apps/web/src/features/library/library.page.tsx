import { FlowsList } from '../../shared/api/flows-list.tsx'
import { paths } from '../../shared/config/paths.ts'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { FlowCard } from './flow-card.tsx'
import classes from './library.module.css'

/** The user's saved flows. */
export function LibraryPage() {
  return (
    <div className={classes.page}>
      <title>Flow Library · Plimsoll</title>
      <h1 className={classes.heading}>Your System Design Flows</h1>
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
    <FlowsList className={classes.centre} empty={empty}>
      {(flows) => (
        <ul className={classes.grid}>
          {flows.map((flow) => (
            <li key={flow.id}>
              <FlowCard flow={flow} />
            </li>
          ))}
        </ul>
      )}
    </FlowsList>
  )
}
