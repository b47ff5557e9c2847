import {
  EVENT_FIELDS,
  type EventFieldName,
  type EventKind,
  type EventRow,
  emptyMeans,
  eventFault,
  kindInfo,
  partsFor,
  type TimelineEvent,
} from '@plimsoll/experiments'
import { Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { focusNextRow } from '../../../../shared/ui/focus-next-row.ts'
import { useDocument } from '../../session/use-editor-session.ts'
import panelButton from '../../ui/panel-button.module.css'
import predict from './predict.module.css'
import { readNumber } from './read-number.ts'
import classes from './timeline.module.css'
import type { TimelineEdits } from './use-timeline.ts'

interface EventFormProps {
  readonly row: EventRow
  readonly at: number
  readonly edits: TimelineEdits
}

type Draft = Partial<TimelineEvent>

/** The exact times and factors of an event. What is refused stays in the form with the reason, until all of it fits. */
export function EventForm({ row: { event, title, fault }, at, edits }: EventFormProps) {
  const flow = useDocument((document) => document.flow)
  const [draft, setDraft] = useState<Draft>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [before, setBefore] = useState(event)
  const id = useId()
  if (before !== event) {
    setBefore(event)
    setDraft({})
    setRefusal(null)
  }

  function keep(change: Draft): void {
    const next = { ...event, ...draft, ...change }
    const why = eventFault(next, flow)
    setRefusal(why)
    if (why === null) edits.replace(at, next)
    else setDraft({ ...draft, ...change })
  }

  const shown = { ...event, ...draft }
  const parts = partsFor(event.kind, flow)
  const said = refusal ?? fault
  return (
    <fieldset
      ref={focusNextRow}
      className={classes.form}
      aria-label={title}
      aria-describedby={said === null ? undefined : `${id}-refusal`}
    >
      {event.part !== null && (
        <div className={predict.field}>
          <label htmlFor={`${id}-of`}>Of</label>
          <select
            id={`${id}-of`}
            value={`${shown.part?.by}:${shown.part?.id}`}
            onChange={({ currentTarget }) => {
              const part = parts.find((one) => `${one.by}:${one.id}` === currentTarget.value)
              if (part) keep({ part: { by: part.by, id: part.id } })
            }}
          >
            {!parts.some(({ by, id: one }) => by === event.part?.by && one === event.part.id) && (
              <option value={`${event.part.by}:${event.part.id}`}>{event.part.id} (not in the design)</option>
            )}
            {parts.map((part) => (
              <option key={`${part.by}:${part.id}`} value={`${part.by}:${part.id}`}>
                {part.by === 'zone' ? `Group ${part.name}` : part.name}
              </option>
            ))}
          </select>
        </div>
      )}
      {kindInfo(event.kind).fields.map((name) => (
        <Field key={`${name} ${String(event[name])}`} name={name} kind={event.kind} value={shown[name]} onKeep={keep} />
      ))}
      <button
        type="button"
        className={`${panelButton.root} ${predict.button}`}
        aria-label={`Remove ${title}`}
        onClick={() => edits.remove(at)}
      >
        <Trash2 size={14} aria-hidden="true" /> Remove
      </button>
      {said !== null && (
        <p id={`${id}-refusal`} role="alert" className={predict.refusal}>
          {said}
        </p>
      )}
    </fieldset>
  )
}

interface FieldProps {
  readonly name: EventFieldName
  readonly kind: EventKind
  readonly value: string | number | null
  readonly onKeep: (change: Draft) => void
}

function Field({ name, kind, value, onKeep }: FieldProps) {
  const field = EVENT_FIELDS[name]
  const [typed, setTyped] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const id = useId()

  function commit(): void {
    if (typed === null || field.kind !== 'number') return
    const read = readNumber(typed, field)
    const isEmpty = read === undefined
    const why = typeof read === 'string' ? read : isEmpty && !('empty' in field) ? `${field.label} is missing.` : null
    setRefusal(why)
    if (why !== null) return
    setTyped(null)
    onKeep({ [name]: read ?? null })
  }

  return (
    <div className={predict.field}>
      <label htmlFor={id}>
        {field.label}
        {field.kind === 'number' && field.unit !== '' && <span className={predict.faint}> {field.unit}</span>}
      </label>
      {field.kind === 'choice' ? (
        <select
          id={id}
          value={String(value)}
          onChange={({ currentTarget }) => onKeep({ [name]: currentTarget.value } as Draft)}
        >
          {field.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          placeholder={emptyMeans(field, kind)}
          aria-invalid={refusal !== null}
          aria-describedby={refusal === null ? undefined : `${id}-refusal`}
          value={typed ?? (value === null ? '' : String(value))}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onBlur={commit}
          onKeyDown={({ key }) => key === 'Enter' && commit()}
        />
      )}
      {refusal !== null && (
        <span id={`${id}-refusal`} role="alert" className={predict.refusal}>
          {refusal}
        </span>
      )}
    </div>
  )
}
