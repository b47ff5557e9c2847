import { NODE_KINDS, type NodeType } from '@plimsoll/catalog'
import { useReactFlow } from '@xyflow/react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { KindIcon } from '../../../../shared/ui/kind-icon.tsx'
import { fitting } from '../../core/search/matching.ts'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import type { Choosing } from '../../state/component-chooser.ts'
import { useAdd } from '../../tools/add/use-add.ts'
import { addConnected } from '../../tools/edit/edit-flow.ts'
import { useViewportControl } from '../../tools/viewport/use-viewport-control.ts'
import { type Choice, Choices } from '../../ui/choices/choices.tsx'
import floating from '../../ui/floating.module.css'
import { focusNode } from '../../ui/focus.ts'
import { OpenEdge } from '../../ui/previews/open-edge.tsx'
import classes from './component-chooser.module.css'

/** Free distance to the edges of the window. */
const MARGIN = 8

interface Kind extends Choice {
  readonly id: NodeType
  readonly text: string
}

const KINDS: readonly Kind[] = Object.values(NODE_KINDS).map(({ type, label }) => ({
  id: type,
  title: label,
  text: label.toLowerCase(),
  icon: <KindIcon type={type} size={22} />,
}))

/**
 * Chooses the component that a connection leads to, where it was dropped; or one to add, in the middle of the canvas. Typing narrows the
 * list down, Enter takes, Escape goes back.
 */
export function ComponentChooser({ onClose }: { onClose: () => void }) {
  const session = useEditorSession()
  const choosing = useStore(session.chooser, (state) => state.choosing)
  const source = useDocument(({ flow }) => flow.nodes.find(({ id }) => id === choosing?.from))
  const { flowToScreenPosition } = useReactFlow()
  const viewport = useViewportControl()
  const add = useAdd()
  const chooser = useRef<HTMLDivElement>(null)
  const [hadFocus] = useState(() => document.activeElement)
  const [typed, setTyped] = useState('')
  const [position, setPosition] = useState(0)

  useLayoutEffect(() => {
    const { current } = chooser
    if (!current) return
    current.showPopover()
    const { width, height } = current.getBoundingClientRect()
    const at = choosing
      ? besidePoint(flowToScreenPosition(choosing.at))
      : inMiddle(canvasAround(current), width, height)
    current.style.left = `${Math.max(MARGIN, Math.min(at.x, innerWidth - width - MARGIN))}px`
    current.style.top = `${Math.max(MARGIN, Math.min(at.y, innerHeight - height - MARGIN))}px`
    current.querySelector('input')?.focus({ preventScroll: true })
  }, [choosing, flowToScreenPosition])

  useEffect(() => {
    const away = ({ target }: Event) => {
      if (!(target instanceof Node && chooser.current?.contains(target))) onClose()
    }
    // The keyboard of a phone takes from the height alone.
    const { innerWidth: width } = window
    const resized = () => innerWidth !== width && onClose()
    const end = new AbortController()
    for (const type of ['pointerdown', 'wheel'])
      addEventListener(type, away, { capture: true, passive: true, signal: end.signal })
    addEventListener('resize', resized, { signal: end.signal })
    return () => end.abort()
  }, [onClose])

  if (choosing && !source) return null
  /** Closes it; gives back how to put the focus where it was. */
  const close = () => {
    const canvas = canvasAround(chooser.current)
    flushSync(onClose)
    return () => focusBefore(canvas)
  }
  const focusBefore = (canvas: HTMLElement | null) => {
    if (choosing) focusNode(choosing.from)
    else if (hadFocus && canvas?.contains(hadFocus))
      (hadFocus as HTMLElement | SVGElement).focus({ preventScroll: true })
    else canvas?.focus({ preventScroll: true })
  }
  const pick = ({ id: type }: Kind) => {
    const goBack = close()
    if (!(choosing ? addOther(type, choosing) : add.component(type))) goBack()
  }
  const addOther = (type: NodeType, connection: Choosing): boolean => {
    const id = addConnected(session, type, connection)
    if (id === null) return false
    viewport.reveal(id)
    focusNode(id)
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && event.key !== 'Tab') return
    close()()
    event.preventDefault()
    event.stopPropagation()
  }

  const name = source && choosing ? wayOf(source.data.label, choosing) : 'Add a component'
  return (
    <>
      {choosing && source && <OpenEdge source={source} isForward={choosing.isForward} at={choosing.at} />}
      <div
        ref={chooser}
        role="dialog"
        aria-label={name}
        popover="manual"
        data-own-keys=""
        className={`${floating.root} ${classes.chooser}`}
        onKeyDown={onKeyDown}
      >
        <Choices
          name={name}
          placeholder="Which component?"
          typed={typed}
          onType={(text) => {
            setTyped(text)
            setPosition(0)
          }}
          choices={fitting(KINDS, typed)}
          position={position}
          onMove={setPosition}
          onPick={pick}
          nothing={`No component is called “${typed}”.`}
        />
      </div>
    </>
  )
}

const wayOf = (label: string, { isForward }: { isForward: boolean }): string =>
  isForward ? `Connect ${label} to` : `Connect to ${label} from`

const canvasAround = (element: Element | null): HTMLElement | null => element?.closest<HTMLElement>('section') ?? null

const besidePoint = ({ x, y }: { x: number; y: number }) => ({ x, y: y - MARGIN })

function inMiddle(canvas: HTMLElement | null, width: number, height: number) {
  const around = (canvas ?? document.documentElement).getBoundingClientRect()
  return { x: around.left + (around.width - width) / 2, y: around.top + (around.height - height) / 2 }
}
