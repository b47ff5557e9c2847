import type { Flow } from '@plimsoll/flow'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { BITMAP_FROM_EDGES } from '../core/editor.config.ts'
import type { Previewed } from '../core/previewed.ts'
import { useEditorSession } from '../session/use-editor-session.ts'
import { NOTHING_DRAGGED } from '../state/dragged.ts'

/**
 * Where nodes and groups are shown that are dragged: by others, and on top of that here. Of a flow that is too large to follow each step
 * of others, their outlines alone move.
 */
export function useDragged(flow: Flow, own: Previewed): Previewed {
  const session = useEditorSession()
  const others = useStore(session.dragged, (dragged) => followed(flow, dragged.others))
  return useMemo(() => (others.size === 0 ? own : new Map([...others, ...own])), [others, own])
}

export const followed = ({ edges }: Pick<Flow, 'edges'>, others: Previewed): Previewed =>
  edges.length >= BITMAP_FROM_EDGES ? NOTHING_DRAGGED : others
