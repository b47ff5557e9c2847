import { Button, Textarea, TextInput } from '@mantine/core'
import { FLOW_LIMITS, type FlowChange, type FlowSlide, groupsOf, slideId, slidesOf } from '@plimsoll/flow'
import { ArrowDown, ArrowUp, Crosshair, Focus, type LucideIcon, Presentation, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useStore } from 'zustand'
import iconButton from '../../../../shared/ui/icon-button.module.css'
import { visibleRect } from '../../core/viewport.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import { announce } from '../../state/announcement.ts'
import { createCanvasRoom } from '../../state/canvas-room.ts'
import { createSlides, presentSlides } from '../../state/slides.ts'
import { OpenedFrame } from '../../ui/opened-frame.tsx'
import type { OpenedPanelProps } from '../../ui/panel.ts'
import classes from './slides.module.css'

/** The slides of the flow: made, named, ordered and removed here. */
export function SlidesPanel(props: OpenedPanelProps) {
  const session = useEditorSession()
  const slides = useDocument(({ flow }) => slidesOf(flow))
  const selected = useDocument(({ selection: { nodes, groups } }) => nodes.length + groups.length)
  const state = session.stateOf(createSlides)
  const shown = useStore(state, (now) => now.shown)
  const canShowSelection = selected > 0 && selected <= FLOW_LIMITS.slideElements
  const isFull = slides.length >= FLOW_LIMITS.slides
  return (
    <OpenedFrame {...props}>
      <div className={classes.ways}>
        <Button size="compact-sm" variant="default" disabled={isFull} onClick={() => addSlide(session)}>
          Add this view
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={isFull || !canShowSelection}
          onClick={() => addSlide(session, selectedIn(session))}
        >
          Add the selection
        </Button>
        <Button
          size="compact-sm"
          disabled={slides.length === 0}
          leftSection={<Presentation size={14} aria-hidden="true" />}
          onClick={() => presentSlides(session)}
        >
          Show
        </Button>
      </div>
      {slides.length === 0 && (
        <p className={classes.hint}>
          A slide is a part of the flow with a title and a text. Slides are shown over all of the screen, with the run,
          and are saved with the flow.
        </p>
      )}
      <ol className={classes.slides}>
        {slides.map((slide, index) => (
          <Slide
            key={slide.id}
            {...{ slide, index }}
            isLast={index === slides.length - 1}
            canShowSelection={canShowSelection}
            isOpen={slide.id === shown}
            onToggle={() => state.setState({ shown: slide.id === shown ? null : slide.id })}
          />
        ))}
      </ol>
    </OpenedFrame>
  )
}

interface SlideProps {
  readonly slide: FlowSlide
  readonly index: number
  readonly isLast: boolean
  readonly canShowSelection: boolean
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function Slide({ slide, index, isLast, canShowSelection, isOpen, onToggle }: SlideProps) {
  const session = useEditorSession()
  const { id, title, text, elements } = slide
  const dispatch = (change: FlowChange) => session.document.getState().dispatch(change)
  const name = title || `Slide ${index + 1}`
  const remove = () => {
    dispatch({ type: 'remove-slide', id })
    announce(session, `${name} removed`)
  }
  return (
    <li className={classes.slide} data-open={isOpen || undefined}>
      <button type="button" className={classes.title} aria-expanded={isOpen} onClick={onToggle}>
        <span className="figure">{index + 1}</span>
        {name}
      </button>
      {isOpen && (
        <div className={classes.fields}>
          <Words
            name="Title"
            most={FLOW_LIMITS.slideTitle}
            value={title}
            onChange={(title) => ({ id, to: { title } })}
          />
          <Words
            name="Text"
            most={FLOW_LIMITS.slideText}
            value={text}
            isLong
            onChange={(text) => ({ id, to: { text } })}
          />
          <p className={classes.shows}>
            {elements
              ? `Shows ${elements.length === 1 ? 'a component, wherever it is' : `${elements.length} components, wherever they are`}`
              : 'Shows a part of the canvas'}
          </p>
          <div className={classes.tools} role="toolbar" aria-label={`Slide ${index + 1}`}>
            <Tool
              name="Show this view instead"
              Icon={Crosshair}
              onClick={() => dispatch({ type: 'change-slide', id, to: viewNow(session) })}
            />
            <Tool
              name="Show the selection instead"
              Icon={Focus}
              isOff={!canShowSelection}
              onClick={() => dispatch({ type: 'change-slide', id, to: { elements: selectedIn(session) } })}
            />
            <Tool
              name="Move up"
              Icon={ArrowUp}
              isOff={index === 0}
              onClick={() => dispatch({ type: 'move-slide', id, index: index - 1 })}
            />
            <Tool
              name="Move down"
              Icon={ArrowDown}
              isOff={isLast}
              onClick={() => dispatch({ type: 'move-slide', id, index: index + 1 })}
            />
            <Tool name="Remove slide" Icon={Trash2} onClick={remove} />
          </div>
        </div>
      )}
    </li>
  )
}

interface WordsProps {
  readonly name: string
  readonly most: number
  readonly value: string
  readonly isLong?: boolean
  readonly onChange: (text: string) => Omit<Extract<FlowChange, { type: 'change-slide' }>, 'type'>
}

/** A field that changes the slide as one types: one step to undo from when it gets the focus. */
function Words({ name, most, value, isLong = false, onChange }: WordsProps) {
  const { document } = useEditorSession()
  const step = useRef({})
  const field = {
    label: name,
    size: 'xs',
    value,
    maxLength: most,
    onFocus: () => {
      step.current = {}
    },
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      document.getState().dispatch({ type: 'change-slide', ...onChange(currentTarget.value) }, { step: step.current }),
  } as const
  return isLong ? <Textarea {...field} rows={5} /> : <TextInput {...field} />
}

interface ToolProps {
  readonly name: string
  readonly Icon: LucideIcon
  readonly isOff?: boolean
  readonly onClick: () => void
}

/** One that does nothing now keeps the focus: it is not disabled but says so. */
function Tool({ name, Icon, isOff = false, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className={iconButton.small}
      aria-label={name}
      title={name}
      aria-disabled={isOff}
      onClick={() => isOff || onClick()}
    >
      <Icon size={15} aria-hidden="true" />
    </button>
  )
}

/** What is in view beside the panel, without components of its own. */
function viewNow({ viewport, stateOf }: EditorSession): Pick<FlowSlide, 'area'> & { readonly elements: undefined } {
  const now = viewport.getState()
  const { right, bottom } = stateOf(createCanvasRoom).getState().covered
  const { x, y, width, height } = visibleRect({ ...now, width: now.width - right, height: now.height - bottom })
  const area = { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) }
  return { area, elements: undefined }
}

function selectedIn({ document }: EditorSession): readonly string[] {
  const { nodes, groups } = document.getState().selection
  return [...nodes, ...groups]
}

function addSlide(session: EditorSession, elements?: readonly string[]): void {
  const { flow, dispatch } = session.document.getState()
  const id = slideId(crypto.randomUUID())
  const named = [
    ...flow.nodes.map(({ id, data }) => [id, data.label] as const),
    ...groupsOf(flow).map(({ id, label }) => [id, label] as const),
  ]
  const only = elements?.length === 1 ? named.find(([of]) => of === elements[0])?.[1] : undefined
  const title = (only ?? `Slide ${slidesOf(flow).length + 1}`).slice(0, FLOW_LIMITS.slideTitle)
  const { area } = viewNow(session)
  dispatch({ type: 'add-slide', slide: { id, title, text: '', area, ...(elements && { elements }) } })
  session.stateOf(createSlides).setState({ shown: id })
  announce(session, `${title} added`)
}
