import { applyChange } from '@plimsoll/flow'
import { changeFor, type Finding, type Trial } from '@plimsoll/simulation'
import { useEffect, useState } from 'react'
import { tryInBackground } from '../../run/worker/try-changes.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { applyProposal } from './applied-change.ts'
import { changeText } from './change-text.ts'
import { comparedFigures } from './common/compared-figures.ts'
import { Comparison } from './common/comparison.tsx'
import classes from './diagnosis.module.css'

/** What a finding proposes, applied in one undo step; its preview holds it as it is then, with what it is expected to do. */
export function Proposal({ finding }: { finding: Finding }) {
  const session = useEditorSession()
  const [previewed, setPreviewed] = useState<Finding | null>(null)
  const { changes, formula } = previewed ?? finding
  const apply = () => {
    applyProposal(session, previewed ?? finding)
    setPreviewed(null)
  }
  return (
    <>
      <div className={classes.proposal}>
        <p className={classes.changes} title={formula ?? undefined}>
          {changes.map(changeText).join(', ')}
        </p>
        <button
          type="button"
          className={classes.apply}
          aria-expanded={previewed !== null}
          onClick={() => setPreviewed(previewed === null ? finding : null)}
        >
          Preview
        </button>
        <button type="button" className={classes.apply} onClick={apply}>
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
