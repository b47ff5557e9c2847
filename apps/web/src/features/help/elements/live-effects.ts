import { EDGE_KINDS, NODE_KINDS, type NodeType, type ReferenceRow, referenceRows } from '@plimsoll/catalog'

/** A property, and what it does in the live engine. */
export interface LiveEffect {
  readonly key: string
  readonly name: string
  readonly text: string
}

const { default: common, ...special } = EDGE_KINDS

const effectsIn = (rows: readonly ReferenceRow[]): LiveEffect[] =>
  rows.filter(({ live }) => live !== '').map(({ name, label, live }) => ({ key: name, name: label, text: live }))

/** What of a kind of node the live engine reads, in the order of the kind. */
export const liveEffects = (type: NodeType): readonly LiveEffect[] => effectsIn(referenceRows(NODE_KINDS[type]))

/** The same for connections: of every kind first, then what single kinds have beside it. */
export function connectionEffects(): readonly { readonly title: string; readonly effects: readonly LiveEffect[] }[] {
  const ofAll = effectsIn(referenceRows(common))
  const isNew = ({ name, text }: LiveEffect) => !ofAll.some((one) => one.name === name && one.text === text)
  return [
    { title: 'Every connection', effects: ofAll },
    ...Object.values(special).map((kind) => ({
      title: `${kind.label}, beside that`,
      effects: effectsIn(referenceRows(kind)).filter(isNew),
    })),
  ].filter(({ effects }) => effects.length > 0)
}

/** How many properties there are, those that connections share counted once, and how many of them the live engine reads. */
export function countProperties(): { live: number; all: number } {
  const shared = referenceRows(common)
  const names = new Set(shared.map(({ name }) => name))
  const own = Object.values(special).flatMap((kind) => referenceRows(kind).filter(({ name }) => !names.has(name)))
  const rows = [...Object.values(NODE_KINDS).flatMap((kind) => referenceRows(kind)), ...shared, ...own]
  return { live: effectsIn(rows).length, all: rows.length }
}
