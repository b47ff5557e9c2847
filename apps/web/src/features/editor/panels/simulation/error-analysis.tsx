import { ERROR_LISTS } from '@plimsoll/live-engine'
import type { MissingConnection, RecentError, Share } from '@plimsoll/simulation'
import type { ReactNode } from 'react'
import { percent } from '../../../../shared/text/number-text.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { useThrottledSnapshot } from '../../session/use-throttled-snapshot.ts'
import { selectElement, useElementName } from '../../ui/element-names.ts'
import { seconds } from './common/figures.ts'
import panel from './common/section.module.css'
import classes from './error-analysis.module.css'
import { analysedText, noErrorsText } from './error-texts.ts'
import { shareBand } from './share-band.ts'

/** Why requests failed, where, and the last of them. */
export function ErrorAnalysis() {
  const snapshot = useThrottledSnapshot()
  if (snapshot === null || snapshot.errors.total === 0) {
    const text = snapshot && noErrorsText(snapshot)
    return <p className={panel.hint}>{text ?? 'No errors detected - All requests are processing successfully'}</p>
  }
  const { errors } = snapshot
  return (
    <>
      <p className={panel.hint}>{analysedText(errors.total, snapshot.failedRequests)}</p>
      <Group title="Reasons">
        {errors.reasons.slice(0, ERROR_LISTS.reasons).map(({ reason, count, share }) => (
          <li key={reason} className={classes.row}>
            <span className={classes.dot} data-share={shareBand(share)} aria-hidden="true" />
            <span className={`${classes.name} ${classes.reason}`}>{reason}</span>
            <Counted count={count} share={share} />
          </li>
        ))}
      </Group>
      {errors.missing && errors.missing.length > 0 && (
        <Group title="Missing connections">
          {errors.missing.map((missing) => (
            <Missing key={`${missing.from} ${missing.to}`} missing={missing} />
          ))}
        </Group>
      )}
      {errors.nodes.length > 0 && (
        <Group title="Where">
          {errors.nodes.slice(0, ERROR_LISTS.nodes).map(({ id, count, share }) => (
            <Place key={id} id={id} count={count} share={share} />
          ))}
        </Group>
      )}
      {errors.recent.length > 0 && (
        <Group title="Most recent">
          {errors.recent.slice(0, ERROR_LISTS.recent).map((error) => (
            <Recent key={error.requestId} error={error} />
          ))}
        </Group>
      )}
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={panel.group}>
      <h4 className={panel.subtitle}>{title}</h4>
      <ol className={panel.list}>{children}</ol>
    </div>
  )
}

function Counted({ count, share }: { count: number; share: number }) {
  return (
    <span className={`${classes.count} figure`}>
      <span className={classes.times}>{count.toLocaleString('en-US')}</span>
      <span>{percent(share, 1)}</span>
    </span>
  )
}

/** A connection for want of which requests failed; choosing it selects the component that lacks it. */
function Missing({ missing: { from, to, count, share } }: { missing: MissingConnection & Share }) {
  const session = useEditorSession()
  const part = { of: 'node', id: from } as const
  const source = useElementName(part)
  const target = useElementName({ of: 'node', id: to ?? '' })
  const name = to === null ? `${source} → nothing that answers` : `${source} → ${target}`
  return (
    <li>
      <button type="button" className={`${classes.row} ${classes.choice}`} onClick={() => selectElement(session, part)}>
        <span className={`${classes.name} ${classes.reason}`}>{name}</span>
        <Counted count={count} share={share} />
      </button>
    </li>
  )
}

/** A component at which requests failed; choosing it selects it on the canvas. */
function Place({ id, count, share }: { id: string; count: number; share: number }) {
  const session = useEditorSession()
  const name = useElementName({ of: 'node', id })
  return (
    <li>
      <button
        type="button"
        className={`${classes.row} ${classes.choice}`}
        onClick={() => selectElement(session, { of: 'node', id })}
      >
        <span className={classes.name} title={name}>
          {name}
        </span>
        <Counted count={count} share={share} />
      </button>
    </li>
  )
}

/** One failed request; choosing it selects the component at which it failed. */
function Recent({ error: { time, reason, nodeId, type } }: { error: RecentError }) {
  const session = useEditorSession()
  const part = { of: 'node', id: nodeId } as const
  const place = `${type} at ${useElementName(part)}`
  return (
    <li>
      <button
        type="button"
        className={`${classes.recent} ${classes.choice}`}
        onClick={() => selectElement(session, part)}
      >
        <span className={`${classes.time} figure`}>{seconds(time)}</span>
        <span className={`${classes.name} ${classes.reason}`}>{reason}</span>
        <span className={classes.place} title={place}>
          {place}
        </span>
      </button>
    </li>
  )
}
