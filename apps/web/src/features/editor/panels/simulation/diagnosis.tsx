import type { Finding } from '@plimsoll/simulation'
import { useState } from 'react'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { applyProposal } from './applied-change.ts'
import { BeforeAndAfter } from './before-and-after.tsx'
import { changeText } from './change-text.ts'
import section from './common/section.module.css'
import classes from './diagnosis.module.css'
import { selectElement } from './names.ts'
import { useFindings } from './use-findings.ts'

/** Findings that are listed below the first one until more are asked for. */
const SHOWN = 2

/** What is the matter, the finding that harms most requests first, each with what helps; nothing where nothing is the matter. */
export function Diagnosis() {
  const [first, ...others] = useFindings()
  const [isWhole, setWhole] = useState(false)
  const listed = isWhole ? others : others.slice(0, SHOWN)
  const hidden = others.length - listed.length
  return (
    <section aria-label="Diagnosis" className={classes.root}>
      {first !== undefined && <FindingItem finding={first} isFirst />}
      {listed.length > 0 && (
        <ul className={section.list}>
          {listed.map((finding) => (
            <li key={keyOf(finding)}>
              <FindingItem finding={finding} />
            </li>
          ))}
        </ul>
      )}
      {(hidden > 0 || isWhole) && others.length > SHOWN && (
        <button type="button" className={section.more} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer findings' : `Show ${hidden} more`}
        </button>
      )}
      <BeforeAndAfter />
    </section>
  )
}

const keyOf = ({ kind, element }: Finding) => `${kind} ${element.of === 'flow' ? '' : element.id}`

/** One finding: choosing it selects its element; its proposal is shown and applied in one undo step. */
function FindingItem({ finding, isFirst = false }: { finding: Finding; isFirst?: boolean }) {
  const session = useEditorSession()
  const { element, sentence, cause, changes, formula } = finding
  return (
    <div className={classes.finding} data-first={isFirst || undefined}>
      {element.of === 'flow' ? (
        <p className={classes.sentence}>{sentence}</p>
      ) : (
        <button type="button" className={classes.sentence} onClick={() => selectElement(session, element)}>
          {sentence}
        </button>
      )}
      <p className={classes.cause}>{cause}</p>
      {changes.length > 0 && (
        <div className={classes.proposal}>
          <p className={classes.changes} title={formula ?? undefined}>
            {changes.map(changeText).join(', ')}
          </p>
          <button type="button" className={classes.apply} onClick={() => applyProposal(session, finding)}>
            Apply
          </button>
        </div>
      )}
    </div>
  )
}
