import { engineOf, type Finding } from '@plimsoll/simulation'
import { useId, useState } from 'react'
import { focusNextRow } from '../../../../shared/ui/focus-next-row.ts'
import { useDocument, useEditorSession, useRun } from '../../session/use-editor-session.ts'
import { selectElement } from '../../ui/element-names.ts'
import { BeforeAndAfter } from './before-and-after.tsx'
import section from './common/section.module.css'
import classes from './diagnosis.module.css'
import { Proposal } from './proposal.tsx'
import { useSteadyOrder } from './steady-order.ts'
import { useFindings } from './use-findings.ts'

/** Findings that are listed below the first one until more are asked for. */
const SHOWN = 2

/** What is the matter, the finding that harms most requests first, each with what helps; nothing where nothing is the matter. */
export function Diagnosis() {
  const { items: findings, holding } = useSteadyOrder(useFindings(), keyOf)
  const [isWhole, setWhole] = useState(false)
  const [previewed, setPreviewed] = useState<Finding | null>(null)
  const isPreviewed = (finding: Finding) => previewed !== null && keyOf(finding) === keyOf(previewed)
  const listed = findings.filter((finding, index) => isWhole || index <= SHOWN || isPreviewed(finding))
  const hidden = findings.length - listed.length
  const isMeasured = useDocument(({ flow }) => engineOf(flow.simulation) !== 'live')
  const isStopped = useRun(({ state }) => state === 'stopped')
  return (
    <section aria-label="Diagnosis" className={classes.root} {...holding}>
      {!isMeasured && !isStopped && findings.length === 0 && (
        <p className={classes.cause}>
          Ticks does not tell what is full and what would help. For that, choose the engine Queueing.
        </p>
      )}
      {listed.length > 0 && (
        <ul className={section.list}>
          {listed.map((finding, index) => (
            <li key={keyOf(finding)} ref={focusNextRow}>
              <FindingItem
                finding={finding}
                isFirst={index === 0}
                previewed={isPreviewed(finding) ? previewed : null}
                onPreview={setPreviewed}
              />
            </li>
          ))}
        </ul>
      )}
      {(hidden > 0 || isWhole) && findings.length > SHOWN + 1 && (
        <button type="button" className={section.more} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer findings' : `Show ${hidden} more`}
        </button>
      )}
      <BeforeAndAfter />
    </section>
  )
}

/** A connection can be full in several ways, which their first figures tell apart. */
const keyOf = ({ kind, element, evidence: [first] }: Finding) =>
  `${kind} ${element.of === 'flow' ? '' : element.id} ${first?.label ?? ''}`

interface FindingProps {
  readonly finding: Finding
  readonly isFirst: boolean
  /** As it was when its preview was opened; null: it is not open. */
  readonly previewed: Finding | null
  readonly onPreview: (finding: Finding | null) => void
}

/** One finding: choosing it selects its element; its proposal is shown and applied in one undo step. */
function FindingItem({ finding, isFirst, previewed, onPreview }: FindingProps) {
  const session = useEditorSession()
  const sentenceId = useId()
  const { element, sentence, cause, changes } = finding
  return (
    <div className={classes.finding} data-first={isFirst || undefined}>
      {element.of === 'flow' ? (
        <p id={sentenceId} className={classes.sentence}>
          {sentence}
        </p>
      ) : (
        <button
          type="button"
          id={sentenceId}
          className={classes.sentence}
          onClick={() => selectElement(session, element)}
        >
          {sentence}
        </button>
      )}
      <p className={classes.cause}>{cause}</p>
      {changes.length > 0 && (
        <Proposal finding={finding} previewed={previewed} onPreview={onPreview} describedBy={sentenceId} />
      )}
    </div>
  )
}
