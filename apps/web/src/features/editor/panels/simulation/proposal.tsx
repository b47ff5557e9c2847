import { applyChange } from '@plimsoll/flow'
import { changeFor, type Finding, type Trial } from '@plimsoll/simulation'
import { useEffect, useId, useState } from 'react'
import { tryInBackground } from '../../run/worker/try-changes.ts'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import { applyProposal } from './applied-change.ts'
import { proposalText } from './change-text.ts'
import { comparedFigures } from './common/compared-figures.ts'
import { Comparison } from './common/comparison.tsx'
import classes from './diagnosis.module.css'

interface ProposalProps {
  readonly finding: Finding
  readonly previewed: Finding | null
  readonly onPreview: (finding: Finding | null) => void
  /** The id of what says what the proposal is for. */
  readonly describedBy: string
}

/** What a finding proposes, applied in one undo step; its preview holds it as it is then, with what it is expected to do. */
export function Proposal({ finding, previewed, onPreview, describedBy }: ProposalProps) {
  const session = useEditorSession()
  const flow = useDocument((state) => state.flow)
  const changesId = useId()
  const description = `${describedBy} ${changesId}`
  const { changes, formula } = previewed ?? finding
  const apply = () => {
    applyProposal(session, previewed ?? finding)
    if (previewed !== null) onPreview(null)
  }
  return (
    <>
      <div className={classes.proposal}>
        <p id={changesId} className={classes.changes} title={formula ?? undefined}>
          {proposalText(flow, changes, finding.sentence)}
        </p>
        <button
          type="button"
          className={classes.apply}
          aria-expanded={previewed !== null}
          aria-describedby={description}
          onClick={() => onPreview(previewed === null ? finding : null)}
        >
          Preview
        </button>
        <button type="button" className={classes.apply} aria-describedby={description} onClick={apply}>
          Apply
        </button>
      </div>
      {previewed !== null && <Expected finding={previewed} />}
    </>
  )
}

/** What the changes do in a run of their own, beside the flow as it was when the preview was opened. */
function Expected({ finding }: { finding: Finding }) {
  const session = useEditorSession()
  const [trial, setTrial] = useState<Trial | 'none' | null>(null)
  useEffect(() => {
    const change = changeFor(finding)
    if (change === null) return
    const { flow } = session.document.getState()
    const { seed } = session.run.store.getState()
    return tryInBackground({ flow, changed: applyChange(flow, change), seed }, (done) => setTrial(done ?? 'none'))
  }, [session, finding])
  if (trial === null) return <p className={classes.cause}>Simulating with and without the change …</p>
  if (trial === 'none')
    return <p className={classes.cause}>No forecast: simulating this flow takes over five seconds.</p>
  return (
    <Comparison
      label="Expected effect"
      caption={`Simulated for ${trial.untilS} s from Start, same seed`}
      heads={['Last ten seconds', 'as it is', 'with the change']}
      before={comparedFigures(trial.without)}
      after={comparedFigures(trial.withChanges)}
    />
  )
}
