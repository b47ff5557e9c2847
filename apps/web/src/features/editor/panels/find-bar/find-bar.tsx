import { ChevronDown, ChevronUp, Group, Spline, X } from 'lucide-react'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { useLeave } from '../../../../shared/ui/focus-again.ts'
import iconButton from '../../../../shared/ui/icon-button.module.css'
import { KindIcon } from '../../../../shared/ui/kind-icon.tsx'
import type { SearchItem } from '../../core/search/search-items.ts'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import { goTo } from '../../tools/find/go-to.ts'
import { useViewportControl } from '../../tools/viewport/use-viewport-control.ts'
import { Choices } from '../../ui/choices/choices.tsx'
import floating from '../../ui/floating.module.css'
import type { OpenedPanelProps } from '../../ui/panel.ts'
import classes from './find-bar.module.css'
import { Mark } from './mark.tsx'

/** Looks for something on the canvas: shows it while one chooses, goes there by Enter. */
export function FindBar({ title, onClose }: OpenedPanelProps) {
  const session = useEditorSession()
  const flow = useDocument((state) => state.flow)
  const viewport = useViewportControl()
  const { typed, position: wanted } = useStore(session.search.store)
  const items = useMemo(() => session.search.found(flow, typed), [flow, typed, session.search.found])
  const position = Math.min(wanted, Math.max(0, items.length - 1))
  const isAsked = typed.trim() !== ''
  const item = isAsked ? items[position] : undefined
  const { leave, onKeyDown } = useLeave(onClose)

  const id = item?.id
  useEffect(() => {
    if (id !== undefined) viewport.reveal(id)
  }, [id, viewport])

  const types = useMemo(() => new Map(flow.nodes.map((node) => [node.id, node.type])), [flow.nodes])
  const choices = useMemo(() => {
    const iconOf = ({ id, of }: SearchItem): ReactNode => {
      const type = types.get(id)
      if (type) return <KindIcon type={type} size={22} />
      return of === 'edges' ? <Spline size={15} /> : <Group size={15} />
    }
    return items.map((found) => ({ ...found, icon: iconOf(found) }))
  }, [items, types])

  const step = (by: number) =>
    session.search.store.setState({ position: (position + by + items.length) % Math.max(1, items.length) })
  const go = (to: SearchItem) => {
    session.search.store.setState({ position: items.findIndex((candidate) => candidate.id === to.id) })
    onClose()
    goTo(session, to, viewport)
  }
  const count = isAsked && items.length > 0 ? `${position + 1} of ${items.length}` : `${items.length}`
  return (
    <>
      {item && <Mark item={item} flow={flow} />}
      <search className={`${floating.root} ${classes.bar}`} aria-label={title} data-own-keys="" onKeyDown={onKeyDown}>
        <Choices
          name={title}
          placeholder="Name, kind or description"
          typed={typed}
          onType={(text) => session.search.store.setState({ typed: text, position: 0 })}
          choices={choices}
          position={position}
          onMove={(to) => session.search.store.setState({ position: to })}
          onPick={go}
          nothing={`Nothing on the board fits “${typed}”.`}
        >
          <span className={`${classes.count} figure`} role="status">
            {count}
            <span className="visually-hidden">{isAsked ? ' found' : ' on the board'}</span>
          </span>
          <Tool name="Previous" onPress={() => step(-1)}>
            <ChevronUp size={15} aria-hidden="true" />
          </Tool>
          <Tool name="Next" onPress={() => step(1)}>
            <ChevronDown size={15} aria-hidden="true" />
          </Tool>
          <Tool name="Close" onPress={leave}>
            <X size={15} aria-hidden="true" />
          </Tool>
        </Choices>
      </search>
    </>
  )
}

function Tool({ name, onPress, children }: { name: string; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className={`${iconButton.root} ${classes.tool}`}
      aria-label={name}
      title={name}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
