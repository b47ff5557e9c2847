import { LAYER_SPACING } from '@plimsoll/flow'
import { CARD } from '../../editor.config.ts'
import { fromTop, type Places, type Plan, type PlannedCard } from './plan.ts'

/** How many times the layers are gone through to uncross lines. */
const SWEEPS = 6

/** Layers for any number of cards, in time that grows with the number of cards and lines: each as far right as its longest way. */
export function manyLayers({ cards, lines, keepsOrder }: Plan): Places {
  const targets = Map.groupBy(lines, ([source]) => source)
  const targetsOf = (id: string) => (targets.get(id) ?? []).map(([, target]) => target)
  const ranks = ranksOf(cards, targetsOf)
  const layers = [...Map.groupBy(cards, ({ id }) => ranks.get(id) ?? 0)].sort(([a], [b]) => a - b)
  const columns = layers.map(([, layer]) => (keepsOrder ? layer.toSorted(fromTop) : layer))
  if (!keepsOrder) uncross(columns, lines)
  const gap = LAYER_SPACING.vertical - CARD.height
  const places = new Map<string, { x: number; y: number }>()
  let x = 0
  for (const column of columns) {
    let y = -column.reduce((sum, { height }) => sum + height + gap, -gap) / 2
    for (const { id, height } of column) {
      places.set(id, { x, y })
      y += height + gap
    }
    x += Math.max(CARD.width, ...column.map(({ width }) => width)) + LAYER_SPACING.horizontal - CARD.width
  }
  return places
}

/** How far from the left each card stands; a line that closes a circle does not count. */
function ranksOf(cards: readonly PlannedCard[], targetsOf: (id: string) => readonly string[]): Map<string, number> {
  const onwards: string[] = []
  const forward = new Map<string, string[]>()
  const state = new Map<string, 'open' | 'done'>()
  for (const { id } of cards) {
    const way = state.has(id) ? [] : [{ id, rest: [...targetsOf(id)] }]
    if (way.length > 0) state.set(id, 'open')
    for (let step = way.at(-1); step; step = way.at(-1)) {
      const next = step.rest.pop()
      if (next === undefined) {
        state.set(step.id, 'done')
        onwards.push(step.id)
        way.pop()
        continue
      }
      if (state.get(next) === 'open') continue
      forward.set(step.id, [...(forward.get(step.id) ?? []), next])
      if (state.has(next)) continue
      state.set(next, 'open')
      way.push({ id: next, rest: [...targetsOf(next)] })
    }
  }
  const ranks = new Map<string, number>()
  for (const id of onwards.reverse()) {
    const rank = ranks.get(id) ?? 0
    ranks.set(id, rank)
    for (const target of forward.get(id) ?? []) ranks.set(target, Math.max(ranks.get(target) ?? 0, rank + 1))
  }
  return ranks
}

/** Sorts each column by where its cards' neighbours stand, forth and back. */
function uncross(columns: PlannedCard[][], lines: Plan['lines']): void {
  const neighbours = new Map<string, string[]>()
  for (const [source, target] of lines) {
    neighbours.set(source, [...(neighbours.get(source) ?? []), target])
    neighbours.set(target, [...(neighbours.get(target) ?? []), source])
  }
  const at = new Map<string, number>()
  const note = (column: readonly PlannedCard[]) =>
    column.forEach(({ id }, index) => void at.set(id, index - (column.length - 1) / 2))
  for (const column of columns) note(column)
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const column of sweep % 2 === 0 ? columns : columns.toReversed()) {
      const means = new Map(
        column.map(({ id }) => [id, mean((neighbours.get(id) ?? [id]).map((other) => at.get(other) ?? 0))]),
      )
      column.sort((a, b) => (means.get(a.id) ?? 0) - (means.get(b.id) ?? 0))
      note(column)
    }
  }
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
