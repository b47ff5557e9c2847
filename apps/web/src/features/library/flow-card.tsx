import { Button } from '@mantine/core'
import { type FlowPresence, type FlowSummary, type LibraryFlow, mayRole } from '@plimsoll/contract'
import { Copy, Pencil, UserPlus } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { flowPath } from '../../shared/config/paths.ts'
import { Link } from '../../shared/navigation/link.tsx'
import { ROLE_TEXTS } from '../../shared/sharing/role-texts.ts'
import { copyFlowLink } from '../../shared/ui/copy-flow-link.ts'
import buttons from '../../shared/ui/icon-button.module.css'
import { useDuplicateFlow, useLeaveFlow, useLoadFlow, useRemoveFlows } from './library.actions.ts'
import classes from './library.module.css'
import { PeopleNow } from './people-now.tsx'
import { type DrawThumbnail, Thumbnail } from './thumbnail.tsx'

/** Comes with the press on Rename, as it brings the rules of forms. */
const NameField = lazy(() => import('./name-field.tsx').then((module) => ({ default: module.NameField })))

/** Comes with the press on Share. */
const ShareDialog = lazy(() =>
  import('../../shared/sharing/share-dialog.tsx').then((module) => ({ default: module.ShareDialog })),
)

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', hour12: true })

interface FlowCardProps {
  /** Absent where no thumbnail is shown. */
  readonly loadDrawing: (() => Promise<DrawThumbnail>) | undefined
  readonly flow: LibraryFlow
  /** Of others who have it open now. */
  readonly presence: FlowPresence | undefined
  readonly isSelected: boolean
  /** A tag of the flow was pressed. */
  readonly onTag: (tag: string) => void
  readonly onSelect: (isSelected: boolean) => void
}

export function FlowCard({ flow, loadDrawing, presence, isSelected, onTag, onSelect }: FlowCardProps) {
  const headingId = useId()
  const load = useLoadFlow()
  const remove = useRemoveFlows()
  const duplicate = useDuplicateFlow()
  const leave = useLeaveFlow()
  const [isRenaming, setIsRenaming] = useState(false)
  const [isSharing, setIsSharing] = useState(false)
  const isOwn = flow.shared === undefined && flow.team === undefined
  const role = flow.team?.role ?? flow.shared?.role ?? 'owner'
  return (
    <article
      className={classes.card}
      aria-labelledby={headingId}
      data-selected={isSelected || undefined}
      data-shared={!isOwn || undefined}
    >
      {loadDrawing && <Thumbnail flow={flow} loadDrawing={loadDrawing} />}
      <div className={classes.head}>
        {isOwn && (
          <input
            type="checkbox"
            className={classes.check}
            aria-label={`Select ${flow.name}`}
            checked={isSelected}
            onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
          />
        )}
        <h2 id={headingId} className={classes.name} hidden={isRenaming}>
          <Link to={flowPath(flow.id)} className={classes.link}>
            {flow.name}
          </Link>
        </h2>
        {isRenaming && (
          <Suspense fallback={<span className={classes.rename} />}>
            <NameField flow={flow} onEnd={() => setIsRenaming(false)} />
          </Suspense>
        )}
        {mayRole(role, 'share') && (
          <button
            type="button"
            className={buttons.small}
            aria-label="Share"
            aria-describedby={headingId}
            title="Share"
            onClick={() => setIsSharing(true)}
          >
            <UserPlus size={14} />
          </button>
        )}
        {mayRole(role, 'save') && (
          <button
            type="button"
            className={buttons.small}
            aria-label="Rename"
            aria-describedby={headingId}
            title="Rename"
            data-rename={flow.id}
            onClick={() => setIsRenaming(true)}
          >
            <Pencil size={14} />
          </button>
        )}
        <button
          type="button"
          className={buttons.small}
          aria-label="Duplicate"
          aria-describedby={headingId}
          title="Duplicate"
          disabled={duplicate.isPending}
          onClick={() => duplicate.mutate(flow.id)}
        >
          <Copy size={14} />
        </button>
      </div>
      <p className={classes.description}>{flow.description}</p>
      {flow.shared && (
        <p className={classes.shared}>
          Shared by {flow.shared.owner} · you are {ROLE_TEXTS[flow.shared.role]}
        </p>
      )}
      {flow.team && (
        <p className={classes.shared}>
          {flow.team.isOwner ? 'Team' : 'Shared with'} {flow.team.names.join(', ')} · you are{' '}
          {ROLE_TEXTS[flow.team.role]}
        </p>
      )}
      {presence && (
        <div className={classes.people}>
          <PeopleNow {...presence} />
        </div>
      )}
      {flow.tags.length > 0 && (
        <ul className={classes.tags} aria-label="Tags">
          {flow.tags.map((tag) => (
            <li key={tag}>
              <button type="button" className={classes.tag} onClick={() => onTag(tag)}>
                {tag}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Counts flow={flow} />
      <div className={classes.updated}>
        <p>
          Last updated <LongDate time={flow.updatedAt} />
        </p>
        {flow.openedAt && (
          <p>
            Last opened <LongDate time={flow.openedAt} />
          </p>
        )}
      </div>
      <footer className={classes.actions}>
        <Button
          variant="light"
          loading={load.isPending}
          disabled={remove.isPending}
          onClick={() => load.mutate(flow.id)}
        >
          Load
        </Button>
        <Button variant="subtle" color="gray" onClick={() => void copyFlowLink(flow.id)}>
          Copy link
        </Button>
        {mayRole(role, 'remove') && (
          <Button
            variant="subtle"
            color="gray"
            loading={remove.isPending}
            disabled={load.isPending}
            onClick={() => remove.mutate([flow.id])}
          >
            Remove
          </Button>
        )}
        {flow.shared && (
          <Button variant="subtle" color="gray" loading={leave.isPending} onClick={() => leave.mutate(flow.id)}>
            Leave
          </Button>
        )}
      </footer>
      {isSharing && (
        <Suspense fallback={null}>
          <ShareDialog flow={flow} onClose={() => setIsSharing(false)} />
        </Suspense>
      )}
    </article>
  )
}

export function Counts({ flow }: { flow: FlowSummary }) {
  return (
    <p className={`${classes.counts} figure`}>
      <span>
        <strong>{flow.nodes.toLocaleString('en-US')}</strong> {flow.nodes === 1 ? 'node' : 'nodes'}
      </span>
      <span>
        <strong>{flow.edges.toLocaleString('en-US')}</strong> {flow.edges === 1 ? 'edge' : 'edges'}
      </span>
    </p>
  )
}

export function LongDate({ time }: { time: string }) {
  return <time dateTime={time}>{longDate.format(new Date(time))}</time>
}
