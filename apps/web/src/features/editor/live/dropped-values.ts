import * as Y from 'yjs'

/** A value that was set here and gave way to that of somebody else, who had not seen it. */
export interface DroppedValue {
  readonly of: 'node' | 'edge' | 'group' | 'slide' | 'simulation'
  /** Of the element; empty for a setting of the simulation. */
  readonly id: string
  /** Name of the property. */
  readonly path: string
  readonly mine: unknown
  readonly theirs: unknown
  /** The client that set what stays. */
  readonly by: number
}

const LISTS = { nodes: 'node', edges: 'edge', groups: 'group', slides: 'slide' } as const
const DATA = 'data.'

/** Tells of values of this client that were dropped. Positions and sizes are no properties, and each drag would be told. */
export function watchDropped(doc: Y.Doc, onDropped: (values: readonly DroppedValue[]) => void): () => void {
  const roots = [...Object.entries(LISTS), ['simulation', 'simulation'] as const]
  const ends = roots.map(([root, of]) => {
    const map = doc.getMap(root)
    const listener = (events: readonly Y.YEvent<Y.AbstractType<unknown>>[], { local }: Y.Transaction) => {
      if (local) return
      const dropped = events.flatMap((event) => (event instanceof Y.YMapEvent ? droppedIn(doc, event, of) : []))
      if (dropped.length > 0) onDropped(dropped)
    }
    map.observeDeep(listener)
    return () => map.unobserveDeep(listener)
  })
  return () => {
    for (const end of ends) end()
  }
}

function droppedIn(doc: Y.Doc, event: Y.YMapEvent<unknown>, of: DroppedValue['of']): DroppedValue[] {
  const isSetting = of === 'simulation'
  if (event.path.length !== (isSetting ? 0 : 1)) return []
  const id = isSetting ? '' : String(event.path[0])
  return [...event.changes.keys].flatMap(([key, { action, oldValue }]): DroppedValue[] => {
    const path = nameOf(of, key)
    const item = event.target._map.get(key)
    if (path === null || action !== 'update' || !item || !isConcurrent(doc, event, item)) return []
    const theirs = event.target.get(key)
    return JSON.stringify(theirs) === JSON.stringify(oldValue)
      ? []
      : [{ of, id, path, mine: oldValue, theirs, by: item.id.client }]
  })
}

function nameOf(of: DroppedValue['of'], key: string): string | null {
  if (of === 'simulation') return key
  if (of === 'group') return key === 'label' ? key : null
  if (of === 'slide') return key === 'title' || key === 'text' ? key : null
  return key.startsWith(DATA) ? key.slice(DATA.length) : null
}

/**
 * Whether the value before was set here, and by somebody who had not seen it is replaced: each value of a key knows which one it was put
 * behind.
 */
function isConcurrent(doc: Y.Doc, event: Y.YMapEvent<unknown>, item: Y.Item): boolean {
  let mine: Y.Item | null = item
  while (mine !== null && event.adds(mine)) mine = mine.left
  if (mine === null || mine.id.client !== doc.clientID) return false
  for (let newer: Y.Item | null = item; newer !== null && newer !== mine; newer = newer.left) {
    const seen = newer.origin
    if (seen?.client === mine.id.client && seen.clock >= mine.id.clock) return false
  }
  return true
}
