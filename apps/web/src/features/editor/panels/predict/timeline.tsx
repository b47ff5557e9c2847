import {
  EVENT_KIND_NAMES,
  type EventKind,
  kindInfo,
  LOAD_BOX,
  type LoadCurve,
  PRESETS,
  type TimelineView,
} from '@plimsoll/experiments'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { focusNextRow } from '../../../../shared/ui/focus-next-row.ts'
import iconButton from '../../../../shared/ui/icon-button.module.css'
import panelButton from '../../ui/panel-button.module.css'
import { DrawTrack } from './draw-track.tsx'
import { EventForm } from './event-form.tsx'
import { EventTrack } from './event-track.tsx'
import predict from './predict.module.css'
import classes from './timeline.module.css'
import { useTimeline } from './use-timeline.ts'

/** What is set to happen in a run: the load, its changes and faults, on one axis of time. */
export function Timeline() {
  const { view, opened, kind, notice, edits } = useTimeline()
  const id = useId()
  return (
    <section className={classes.root} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Timeline</h2>
      <div className={classes.adding}>
        <label htmlFor={`${id}-kind`}>Event</label>
        <select
          id={`${id}-kind`}
          value={kind}
          aria-describedby={`${id}-help`}
          onChange={({ currentTarget }) => edits.choose(currentTarget.value as EventKind)}
        >
          <optgroup label="Load">{optionsOf(true)}</optgroup>
          <optgroup label="Faults">{optionsOf(false)}</optgroup>
        </select>
        <button type="button" className={`${panelButton.root} ${predict.button}`} onClick={() => edits.draw()}>
          <Plus size={14} aria-hidden="true" /> Add to the timeline
        </button>
        <span id={`${id}-help`} className={predict.help}>
          {kindInfo(kind).help}.
        </span>
      </div>
      <fieldset className={classes.presets} aria-label="Presets">
        {PRESETS.map((preset) => (
          <button
            key={preset.name}
            type="button"
            className={`${panelButton.root} ${predict.copy}`}
            onClick={() => edits.addPreset(preset)}
          >
            {preset.name}
          </button>
        ))}
      </fieldset>
      <p className={classes.notice}>{notice}</p>
      <div className={classes.chart}>
        <Load load={view.load} />
        <ul className={classes.events} aria-label="Events">
          {view.rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an event is its place in the list
            <li key={at} ref={focusNextRow} className={classes.event} data-opened={opened === at || undefined}>
              <button
                type="button"
                className={classes.name}
                aria-expanded={opened === at}
                onClick={() => edits.open(opened === at ? null : at)}
              >
                <span>{row.title}</span>
                <span className={predict.faint}>{row.when}</span>
              </button>
              <EventTrack row={row} view={view} at={at} edits={edits} />
              {row.fault !== null && opened !== at && <p className={classes.fault}>{row.fault}</p>}
              {opened === at && <EventForm row={row} at={at} edits={edits} />}
            </li>
          ))}
          {view.unread.map((one) => (
            <li key={one.path} ref={focusNextRow} className={classes.unread}>
              <span>
                {one.path} {one.message}
              </span>
              <button
                type="button"
                className={iconButton.small}
                aria-label={`Remove ${one.path}`}
                onClick={() => edits.removeUnread(one)}
              >
                <X size={14} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
        <DrawTrack kind={kind} view={view} onDraw={edits.draw} />
        <Axis ticks={view.ticks} />
      </div>
    </section>
  )
}

const optionsOf = (isOfLoad: boolean) =>
  EVENT_KIND_NAMES.filter((name) => (kindInfo(name).strikes.length === 0) === isOfLoad).map((name) => (
    <option key={name} value={name}>
      {kindInfo(name).label}
    </option>
  ))

function Load({ load }: { load: LoadCurve | null }) {
  if (load === null) return null
  const { width, height } = LOAD_BOX
  return (
    <div className={classes.row}>
      <span className={classes.name}>
        <span>Load of all clients</span>
        <span className={predict.faint}>{load.text}</span>
      </span>
      <svg
        className={classes.load}
        role="img"
        aria-label={`Load of all clients: ${load.text}`}
        viewBox={`0 -4 ${width} ${height + 8}`}
        preserveAspectRatio="none"
      >
        <path className={classes.area} d={`${load.path}V${height}H0Z`} />
        <path className={classes.curve} d={load.path} />
      </svg>
    </div>
  )
}

const Axis = ({ ticks }: Pick<TimelineView, 'ticks'>) => (
  <div className={classes.row} aria-hidden="true">
    <span />
    <span className={classes.axis}>
      {ticks.map(({ share, text }) => (
        <span
          key={text}
          data-at={share > 0.95 ? 'end' : share === 0 ? 'start' : undefined}
          style={{ left: `${100 * share}%` }}
        >
          {text}
        </span>
      ))}
    </span>
  </div>
)
