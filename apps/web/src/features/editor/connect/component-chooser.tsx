import { NODE_KINDS, type NodeType } from '@plimsoll/catalog'
import { useReactFlow } from '@xyflow/react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { KindIcon } from '../../../shared/ui/kind-icon.tsx'
import { useDiagram } from '../../../stores/diagram.ts'
import { addConnected } from '../board.ts'
import { focusCard } from '../canvas/focus.ts'
import { useView } from '../canvas/use-view.ts'
import { useChoosing } from './choosing.ts'
import classes from './component-chooser.module.css'
import { OpenLine } from './open-line.tsx'

/** Free distance to the edges of the window. */
const MARGIN = 8

/** Chooses the component that a connection leads to, where it was dropped. Arrows and letters walk, Enter takes, Escape drops the connection. */
export function ComponentChooser({ onClose }: { onClose: () => void }) {
  const choosing = useChoosing((state) => state.choosing)
  const source = useDiagram(({ flow }) => flow.nodes.find(({ id }) => id === choosing?.from))
  const { flowToScreenPosition } = useReactFlow()
  const view = useView()
  const menu = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const { current } = menu
    if (!current || !choosing) return
    const at = flowToScreenPosition(choosing.at)
    current.showPopover()
    const { width, height } = current.getBoundingClientRect()
    current.style.left = `${Math.max(MARGIN, Math.min(at.x, innerWidth - width - MARGIN))}px`
    current.style.top = `${Math.max(MARGIN, Math.min(at.y - MARGIN, innerHeight - height - MARGIN))}px`
    current.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true })
  }, [choosing, flowToScreenPosition])

  useEffect(() => {
    const away = ({ target }: Event) => {
      if (!(target instanceof Node && menu.current?.contains(target))) onClose()
    }
    const end = new AbortController()
    for (const type of ['pointerdown', 'wheel'])
      addEventListener(type, away, { capture: true, passive: true, signal: end.signal })
    addEventListener('resize', onClose, { signal: end.signal })
    return () => end.abort()
  }, [onClose])

  if (!choosing || !source) return null
  const leave = () => {
    flushSync(onClose)
    focusCard(choosing.from)
  }
  const pick = (type: NodeType) => {
    flushSync(onClose)
    const id = addConnected(type, choosing)
    view.reveal(id)
    focusCard(id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    const current = items.indexOf(document.activeElement as HTMLElement)
    const next = NEXT[event.key]?.(current, items.length)
    const named = [...items.slice(current + 1), ...items].find((item) => startsWith(item, event.key))
    if (next !== undefined) items[next]?.focus()
    else if (event.key === 'Escape' || event.key === 'Tab') leave()
    else if (named) named.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const way = choosing.isForward ? `Connect ${source.data.label} to` : `Connect to ${source.data.label} from`
  return (
    <>
      <OpenLine source={source} isForward={choosing.isForward} at={choosing.at} />
      <div
        ref={menu}
        role="menu"
        aria-label={way}
        tabIndex={-1}
        popover="manual"
        data-own-keys=""
        className={classes.menu}
        onKeyDown={onKeyDown}
      >
        {Object.values(NODE_KINDS).map(({ type, label }) => (
          <button
            key={type}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={classes.item}
            onPointerEnter={(event) => event.currentTarget.focus({ preventScroll: true })}
            onClick={() => pick(type)}
          >
            <KindIcon type={type} size={22} />
            {label}
          </button>
        ))}
      </div>
    </>
  )
}

const startsWith = (item: HTMLElement, letter: string): boolean =>
  letter.length === 1 && item.textContent.toLowerCase().startsWith(letter.toLowerCase())

const NEXT: Readonly<Record<string, (current: number, count: number) => number>> = {
  ArrowDown: (current, count) => (current + 1) % count,
  ArrowUp: (current, count) => (current + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}
