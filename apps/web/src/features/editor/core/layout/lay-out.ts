import { around, type Rect } from '../geometry.ts'
import { fewLayers } from './few-layers.ts'
import { manyLayers } from './many-layers.ts'
import { fromTop, type Plan, type Positions } from './plan.ts'

/** Up to here the library lays out within a second or two; beyond it, it takes minutes. */
const FEW = { cards: 150, lines: 300 } as const

/** Whether the library can lay that out. */
export const isFew = (cards: number, lines: number): boolean => cards <= FEW.cards && lines <= FEW.lines

/** Lays out in layers from left to right; what is not connected stands in rows below. */
export function layOutPlan(plan: Plan): Positions {
  const ids = new Set(plan.cards.map(({ id }) => id))
  const lines = plan.lines.filter(([source, target]) => source !== target && ids.has(source) && ids.has(target))
  const connected = new Set(lines.flat())
  const cards = plan.cards.filter(({ id }) => connected.has(id))
  const isSmall = !plan.isOneOfMany && isFew(cards.length, lines.length)
  const layered = (isSmall ? fewLayers : manyLayers)({ ...plan, cards, lines })
  const area = around(cards.map((card) => ({ ...card, ...layered.get(card.id) })))
  return new Map([
    ...layered,
    ...rowsBelow(area, { ...plan, cards: plan.cards.filter(({ id }) => !connected.has(id)) }),
  ])
}

/** Rows as wide as what stands above them; where there is nothing, about as many rows as columns. */
function rowsBelow(above: Rect, { cards, gap }: Plan): Positions {
  const places = new Map<string, { x: number; y: number }>()
  const isAlone = above.width === 0
  const step = cards.reduce((sum, { width }) => sum + width + gap.horizontal, 0) / cards.length
  const right = isAlone ? Math.ceil(Math.sqrt(cards.length)) * step - gap.horizontal : above.x + above.width
  const row = { x: above.x, y: isAlone ? 0 : above.y + above.height + gap.vertical, height: 0 }
  for (const { id, width, height } of cards.toSorted(fromTop)) {
    if (row.x > above.x && row.x + width > right) {
      row.x = above.x
      row.y += row.height + gap.vertical
      row.height = 0
    }
    places.set(id, { x: row.x, y: row.y })
    row.x += width + gap.horizontal
    row.height = Math.max(row.height, height)
  }
  return places
}
