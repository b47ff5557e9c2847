import {
  type EventKind,
  isLoad,
  newEvent,
  type Preset,
  readTimeline,
  type TimelineEvent,
  type TimelineView,
  timelineChange,
  timelineView,
  type UnreadEntry,
} from '@plimsoll/experiments'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { EditorSession } from '../../session/editor-session.ts'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import { announce } from '../../state/announcement.ts'

interface Shown {
  /** Position of the event whose form is open. */
  readonly opened: number | null
  /** What is drawn next. */
  readonly kind: EventKind
  /** Why the last thing that was asked for did not happen, or what happened beside it. */
  readonly notice: string | null
}

/** The edits of a timeline; each is one step that can be undone, or a part of `step`. */
export function timelineEdits(session: EditorSession) {
  const shown = createStore<Shown>()(() => ({ opened: null, kind: 'outage', notice: null }))
  const now = () => session.document.getState()
  const timeline = () => readTimeline(now().flow.simulation)

  function tell(notice: string | null): void {
    shown.setState({ notice })
    if (notice !== null) announce(session, notice)
  }

  function keep(
    events: readonly TimelineEvent[],
    { step, durationS }: { step?: object; durationS?: number } = {},
  ): void {
    const sorted = [...events.filter(({ kind }) => isLoad(kind)), ...events.filter(({ kind }) => !isLoad(kind))]
    const { unread } = timeline()
    now().dispatch(timelineChange({ events: sorted, unread }, durationS), step ? { step } : {})
  }

  function add(events: readonly TimelineEvent[], durationS?: number): void {
    keep([...timeline().events, ...events], durationS === undefined ? {} : { durationS })
    const [first] = events
    const at = timeline().events.findIndex((one) => JSON.stringify(one) === JSON.stringify(first))
    const notice = durationS === undefined ? null : `The duration of a run is ${durationS} s now, so that this fits.`
    shown.setState({ opened: at < 0 || events.length > 1 ? null : at })
    tell(notice)
  }

  return {
    shown,
    /** An event of the kind that is chosen, at times that were drawn or at the usual ones. */
    draw(times?: { readonly fromS: number; readonly toS: number }): void {
      const { flow, selection: selected } = now()
      const event = newEvent(shown.getState().kind, flow, { selected, ...(times && { times }) })
      if (typeof event === 'string') tell(event)
      else add([event])
    },
    addPreset({ events }: Preset): void {
      const made = events(now().flow, now().selection)
      if (typeof made === 'string') tell(made)
      else add(made.events, made.durationS)
    },
    replace(at: number, by: TimelineEvent, step?: object): void {
      keep(
        timeline().events.map((event, index) => (index === at ? by : event)),
        step ? { step } : {},
      )
    },
    remove(at: number): void {
      keep(timeline().events.filter((_, index) => index !== at))
      shown.setState({ opened: null, notice: null })
      announce(session, 'Removed from the timeline')
    },
    removeUnread(entry: UnreadEntry): void {
      const { events, unread } = timeline()
      const others = unread.filter(({ path }) => path !== entry.path)
      now().dispatch(timelineChange({ events, unread: others }))
    },
    open: (opened: number | null) => shown.setState({ opened }),
    choose: (kind: EventKind) => shown.setState({ kind, notice: null }),
  }
}

export type TimelineEdits = ReturnType<typeof timelineEdits>

export function useTimeline(): Shown & { readonly view: TimelineView; readonly edits: TimelineEdits } {
  const session = useEditorSession()
  const flow = useDocument((document) => document.flow)
  const edits = session.stateOf(timelineEdits)
  return {
    ...useStore(edits.shown),
    view: useMemo(() => timelineView(flow), [flow]),
    edits,
  }
}
