import type { FlowTemplate, NodeType } from '@plimsoll/catalog'
import { LAYER_SPACING, type Position } from '@plimsoll/flow'
import { useMemo } from 'react'
import { useDiagram } from '../../../../stores/diagram.ts'
import { CARD, PLACING_GAP } from '../../core/editor.config.ts'
import { freePlace, rectOf } from '../../core/placement.ts'
import { focusCard } from '../../ui/focus.ts'
import { addGroup, groupSelected } from '../arrange/arrange.ts'
import { addComponent, addTemplate } from '../edit/edit-flow.ts'
import { useView, type View } from '../viewport/use-viewport-control.ts'

export interface Adding {
  /** Gives back whether there was room for it. */
  component(type: NodeType, client?: Position): boolean
  template(template: FlowTemplate, client?: Position): void
  /** Without a point: around what is selected. */
  group(client?: Position): void
}

/** What comes from the palette to the board: at a point of the screen, or at a free place in view where none is given. */
export function useAdd(): Adding {
  const view = useView()
  return useMemo(
    () => ({
      component(type, client) {
        const id = addComponent(type, client ? cornerAround(view.toBoard(client)) : nextPlace(view))
        if (id === null) return false
        view.reveal(id)
        focusCard(id)
        return true
      },
      template(template, client) {
        const isAdded = addTemplate(template, client ? view.toBoard(client) : placeBelow(template, view))
        if (isAdded && !client) view.showAll({ eased: true })
      },
      group(client) {
        if (client) addGroup({ ...view.toBoard(client), width: 0, height: 0 })
        else groupSelected(view.rect())
      },
    }),
    [view],
  )
}

const cornerAround = ({ x, y }: Position): Position => ({ x: x - CARD.width / 2, y: y - CARD.height / 2 })

function nextPlace(view: View): Position {
  const { flow, selection } = useDiagram.getState()
  const selected = selection.nodes.at(-1)
  const beside = flow.nodes.find(({ id }) => id === selected) ?? flow.nodes.at(-1) ?? null
  return freePlace(flow.nodes, { beside, view: view.rect() })
}

/** Under everything that is there, or in the middle of the view. */
function placeBelow({ nodes }: FlowTemplate, view: View): Position {
  const { flow } = useDiagram.getState()
  const layers = 1 + Math.max(0, ...nodes.map(({ layer }) => layer))
  const rows = Math.max(1, ...Array.from({ length: layers }, (_, i) => nodes.filter(({ layer }) => layer === i).length))
  const width = (layers - 1) * LAYER_SPACING.horizontal + CARD.width
  const height = (rows - 1) * LAYER_SPACING.vertical + CARD.height
  const rects = flow.nodes.map(rectOf)
  if (rects.length === 0) {
    const { x, y, width: viewWidth, height: viewHeight } = view.rect()
    return { x: x + (viewWidth - width) / 2, y: y + viewHeight / 2 }
  }
  const left = Math.min(...rects.map(({ x }) => x))
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height))
  return { x: left, y: bottom + PLACING_GAP.vertical * 2 + height / 2 }
}
