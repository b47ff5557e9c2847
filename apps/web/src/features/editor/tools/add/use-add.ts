import type { FlowTemplate } from '@plimsoll/catalog'
import { type Position, wrappedTemplate } from '@plimsoll/flow'
import { useMemo } from 'react'
import { NODE, PLACING_GAP } from '../../core/editor.config.ts'
import type { Rect } from '../../core/geometry.ts'
import { freePosition, rectOf } from '../../core/placement.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { focusNode } from '../../ui/focus.ts'
import { addGroup, groupSelected } from '../arrange/arrange.ts'
import { addComponent, addTemplate, type ComponentSource } from '../edit/edit-flow.ts'
import { useViewportControl, type ViewportControl } from '../viewport/use-viewport-control.ts'

export interface Adding {
  /** Gives back whether there was room for it. */
  component(source: ComponentSource, client?: Position): boolean
  template(template: FlowTemplate, client?: Position): void
  /** Without a point: around what is selected. */
  group(client?: Position): void
}

/** What comes from the palette to the flow: at a point of the screen, or at a free place in view where none is given. */
export function useAdd(): Adding {
  const session = useEditorSession()
  const viewport = useViewportControl()
  return useMemo(
    () => ({
      component(source, client) {
        const id = addComponent(
          session,
          source,
          client ? cornerAround(viewport.toFlow(client)) : nextPosition(session, viewport),
        )
        if (id === null) return false
        viewport.reveal(id)
        focusNode(id)
        return true
      },
      template(template, client) {
        const before = new Set(session.document.getState().flow.nodes.map(({ id }) => id))
        const { cells, ...size } = wrappedTemplate(template, viewport.zoomFor)
        const at = client ? viewport.toFlow(client) : positionBelow(session, size, viewport)
        const isAdded = addTemplate(session, template, { at, cells })
        const ids = session.document.getState().flow.nodes.map(({ id }) => id)
        const added = new Set(ids.filter((id) => !before.has(id)))
        if (isAdded && !(client && viewport.showsAll(added))) viewport.fitView({ eased: true })
      },
      group(client) {
        if (client) addGroup(session, { ...viewport.toFlow(client), width: 0, height: 0 })
        else groupSelected(session, viewport.rect())
      },
    }),
    [viewport, session],
  )
}

const cornerAround = ({ x, y }: Position): Position => ({ x: x - NODE.width / 2, y: y - NODE.height / 2 })

function nextPosition(session: EditorSession, viewport: ViewportControl): Position {
  const { flow, selection } = session.document.getState()
  const selected = selection.nodes.at(-1)
  const beside = flow.nodes.find(({ id }) => id === selected) ?? flow.nodes.at(-1) ?? null
  return freePosition(flow.nodes, { beside, viewport: viewport.rect() })
}

/** Under everything that is there, or in the middle of the viewport. */
function positionBelow(
  session: EditorSession,
  { width, height }: Pick<Rect, 'width' | 'height'>,
  viewport: ViewportControl,
): Position {
  const { flow } = session.document.getState()
  const rects = flow.nodes.map(rectOf)
  if (rects.length === 0) {
    const { x, y, width: viewWidth, height: viewHeight } = viewport.rect()
    return { x: x + (viewWidth - width) / 2, y: y + viewHeight / 2 }
  }
  const left = Math.min(...rects.map(({ x }) => x))
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height))
  return { x: left, y: bottom + PLACING_GAP.vertical * 2 + height / 2 }
}
