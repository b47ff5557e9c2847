import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { counted } from '../../../../shared/text/counted.ts'
import { Moment } from '../../../../shared/time/moment.tsx'
import { Banner } from '../../../../shared/ui/banner.tsx'
import type { DraftRecord } from '../../../../stores/autosave/draft-record.ts'
import { earlierDraftsQuery, openEarlierDraft } from '../../../../stores/autosave/earlier-drafts.ts'
import { headingOf } from '../../../../stores/board.ts'
import { useAutosave, useEditorSession } from '../../session/use-editor-session.ts'
import type { OpenedPanelProps } from '../../ui/panel.ts'
import classes from './dialogs.module.css'
import { ListDialog } from './list-dialog.tsx'

/** Boards that were left with unsaved changes, each ready to be brought back. */
export function EarlierDialog({ title, onClose }: OpenedPanelProps) {
  return (
    <ListDialog title={title} other="load" onClose={onClose}>
      <p className={classes.text}>
        Boards that you left with unsaved changes. This device keeps them for 30 days, or until you log out.
      </p>
      <Boards onBroughtBack={onClose} />
    </ListDialog>
  )
}

function Boards({ onBroughtBack }: { onBroughtBack: () => void }) {
  const session = useEditorSession()
  const { isReady, trouble } = useAutosave((status) => status)
  const { data: boards, isPending, isError, refetch } = useQuery({ ...earlierDraftsQuery(session), enabled: isReady })
  if (isPending && trouble === null)
    return (
      <div className={classes.centre} role="status" aria-label="Looking for earlier boards">
        <Loader />
      </div>
    )
  if (isPending || isError)
    return (
      <Banner variant="error">
        <p>This device does not say which boards it keeps.</p>
        <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </Banner>
    )
  if (boards.length === 0)
    return (
      <div className={classes.centre}>
        <h3>No earlier boards</h3>
        <p className={classes.hint}>Whatever you clear or replace before it is saved will wait here.</p>
      </div>
    )
  return (
    <ul className={classes.flows}>
      {boards.map((board) => (
        <BoardRow key={board.id} board={board} onBroughtBack={onBroughtBack} />
      ))}
    </ul>
  )
}

interface BoardRowProps {
  readonly board: DraftRecord
  readonly onBroughtBack: () => void
}

function BoardRow({ board, onBroughtBack }: BoardRowProps) {
  const session = useEditorSession()
  const nameId = useId()
  const [removed, setRemoved] = useState<{ readonly undo: () => Promise<void> } | null>(null)
  const [failure, setFailure] = useState('')
  const { changedAt, nodes, edges } = board
  const attempt = (act: () => Promise<void>) => () =>
    void act().catch(() => setFailure('This device does not do that just now.'))
  const buttons = removed
    ? { Undo: async () => removed.undo().then(() => setRemoved(null)) }
    : {
        Restore: async () => void ((await openEarlierDraft(session, board.id)) && onBroughtBack()),
        Delete: async () => setRemoved({ undo: await session.autosave.removeEarlier(board.id) }),
      }
  return (
    <li className={classes.flow} aria-labelledby={nameId}>
      <span className={classes.about}>
        <span id={nameId} className={classes.name}>
          {headingOf(board).name}
        </span>
        <span className={`${classes.hint} figure`}>
          <Moment at={new Date(changedAt).toISOString()} /> · {counted(nodes, 'node')}, {counted(edges, 'edge')}
        </span>
        <span className={classes.hint} role="status">
          {failure || (removed && 'Removed from this device')}
        </span>
      </span>
      <span className={classes.choices}>
        {Object.entries(buttons).map(([name, act]) => (
          <Button
            key={name}
            variant={name === 'Delete' ? 'subtle' : 'light'}
            size="compact-sm"
            aria-describedby={nameId}
            onClick={attempt(act)}
          >
            {name}
          </Button>
        ))}
      </span>
    </li>
  )
}
