import type { Finding } from '@plimsoll/simulation'
import { useState } from 'react'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { selectElement } from '../../ui/element-names.ts'
import { BeforeAndAfter } from './before-and-after.tsx'
import section from './common/section.module.css'
import classes from './diagnosis.module.css'
import { Proposal } from './proposal.tsx'
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
  const { element, sentence, cause, changes } = finding
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
      {changes.length > 0 && <Proposal finding={finding} />}
    </div>
  )
}
