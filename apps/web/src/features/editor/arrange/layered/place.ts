import { LAYER_SPACING } from '@plimsoll/flow'
import { fewLayers } from './few-layers.ts'
import { manyLayers } from './many-layers.ts'
import { fromTop, type Places, type Plan } from './plan.ts'

/** Up to this many cards the library lays out within a second or two; beyond it, it takes minutes. */
const FEW = 150

/** Lays out in layers from left to right; what is not connected stands in rows below. */
export function place(plan: Plan): Places {
  const ids = new Set(plan.cards.map(({ id }) => id))
  const lines = plan.lines.filter(([source, target]) => source !== target && ids.has(source) && ids.has(target))
  const connected = new Set(lines.flat())
  const cards = plan.cards.filter(({ id }) => connected.has(id))
  const layered = (cards.length > FEW ? manyLayers : fewLayers)({ ...plan, cards, lines })
  return new Map([...layered, ...rowsBelow(layered, plan)])
}

function rowsBelow(layered: Places, { cards }: Plan): Places {
  const loose = cards.filter(({ id }) => !layered.has(id)).sort(fromTop)
  const placed = [...layered.values()]
  const left = Math.min(...placed.map(({ x }) => x))
  const right = Math.max(...placed.map(({ x }) => x))
  const top = Math.max(...placed.map(({ y }) => y)) + LAYER_SPACING.vertical
  const isAlone = placed.length === 0
  const columns = isAlone
    ? Math.ceil(Math.sqrt(loose.length))
    : 1 + Math.floor((right - left) / LAYER_SPACING.horizontal)
  return new Map(
    loose.map(({ id }, index) => [
      id,
      {
        x: (isAlone ? 0 : left) + (index % columns) * LAYER_SPACING.horizontal,
        y: (isAlone ? 0 : top) + Math.floor(index / columns) * LAYER_SPACING.vertical,
      },
    ]),
  )
}
