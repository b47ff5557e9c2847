import { Button, TextInput } from '@mantine/core'
import { type FlowData, LIMITS, type SaveFlowForm, saveFlowSchema } from '@plimsoll/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { asRequestError } from '../../../../shared/api/client.ts'
import { fetchFlow } from '../../../../shared/api/flows.ts'
import { Banner } from '../../../../shared/ui/banner.tsx'
import { Dialog } from '../../../../shared/ui/dialog.tsx'
import type { SavedFlow } from '../../../../stores/board.ts'
import { openFlow } from '../../../../stores/open-flow.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { ComparisonView } from './comparison-view.tsx'
import classes from './conflict-dialog.module.css'
import { copyName } from './copy-name.ts'

export type Conflict = 'changed' | 'removed' | 'readonly'

interface ConflictDialogProps {
  readonly conflict: Conflict
  /** The flow as it was opened here. */
  readonly saved: SavedFlow
  /** What was typed into the Save dialog. */
  readonly form: SaveFlowForm
  readonly onKeepMine: (name: string) => Promise<void>
  readonly onClose: () => void
}

const TEXTS = {
  changed: {
    title: 'This flow was changed elsewhere',
    text: 'was saved from another place after you opened it here. Both versions are safe; nothing is overwritten.',
    keep: 'Keep mine as a copy',
  },
  removed: {
    title: 'This flow was removed elsewhere',
    text: 'is no longer in your library. What you drew is still on your board.',
    keep: 'Save mine as a new flow',
  },
  readonly: {
    title: 'You may not change this flow',
    text: 'is shared with you to look at. What you drew is still on your board.',
    keep: 'Save mine as a copy',
  },
} as const satisfies Record<Conflict, object>

/** What is to become of a document whose flow was saved or removed from another place since: both sides stay until one has chosen. */
export function ConflictDialog({ conflict, saved, form, onKeepMine, onClose }: ConflictDialogProps) {
  const { document } = useEditorSession()
  const { title, text, keep } = TEXTS[conflict]
  const [theirs, setTheirs] = useState<FlowData | null>(null)
  const [name, setName] = useState(conflict !== 'removed' && form.name === saved.name ? copyName(form.name) : form.name)
  const mine = useMutation({ mutationFn: onKeepMine })
  const fault = saveFlowSchema.shape.name.safeParse(name).error?.issues[0]?.message
  const comparing = useMutation({ mutationFn: () => fetchFlow(saved.id), onSuccess: setTheirs })
  const taking = useMutation({
    mutationFn: async () => theirs ?? (await fetchFlow(saved.id)),
  })
  // Said with the press: what comes after the dialog was left is put on no board.
  const take = () => taking.mutate(undefined, { onSuccess: (flow) => openFlow(document, flow) && onClose() })
  const failure = [mine, comparing, taking].find(({ isError }) => isError)?.error
  const isBusy = mine.isPending || comparing.isPending || taking.isPending

  return (
    <Dialog title={title} onClose={onClose}>
      <p className={classes.text}>
        “{saved.name}” {text}
      </p>
      {failure && <Banner variant="error">{asRequestError(failure).message}</Banner>}
      <ul className={classes.ways}>
        <li>
          <Button
            loading={mine.isPending}
            disabled={isBusy || fault !== undefined}
            onClick={() => mine.mutate(name.trim())}
          >
            {keep}
          </Button>
          <TextInput
            label="Name of your flow"
            autoComplete="off"
            maxLength={2 * LIMITS.flowName}
            value={name}
            error={fault}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </li>
        {conflict === 'changed' && (
          <>
            <li>
              <Button variant="default" loading={taking.isPending} disabled={isBusy} onClick={take}>
                Take theirs
              </Button>
              <p>
                The newer version comes on your board. Yours can be undone back, and stays among the earlier boards.
              </p>
            </li>
            {!theirs && (
              <li>
                <Button
                  variant="default"
                  loading={comparing.isPending}
                  disabled={isBusy}
                  onClick={() => comparing.mutate()}
                >
                  Compare
                </Button>
                <p>See what is different first.</p>
              </li>
            )}
          </>
        )}
      </ul>
      {theirs && <ComparisonView theirs={theirs} />}
      <footer className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          Back to the board
        </Button>
      </footer>
    </Dialog>
  )
}
