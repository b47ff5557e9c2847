import type { Parts } from './parts.ts'

/** By place, whether it lies on a circle of followed ways (Tarjan's strongly connected components, without recursion). */
export function onCircles({ places, ways, onward }: Parts): readonly boolean[] {
  const order = new Int32Array(places.length).fill(-1)
  const lowest = new Int32Array(places.length)
  const nextWay = new Int32Array(places.length)
  const isOpen = new Uint8Array(places.length)
  const isOnCircle = places.map(() => false)
  const open: number[] = []
  let found = 0

  const enter = (place: number) => {
    order[place] = found
    lowest[place] = found
    found += 1
    open.push(place)
    isOpen[place] = 1
  }
  const close = (place: number) => {
    const members = open.splice(open.lastIndexOf(place))
    for (const member of members) {
      isOpen[member] = 0
      isOnCircle[member] = members.length > 1
    }
  }
  const at = (list: Int32Array, index: number): number => list[index] ?? 0
  const lower = (place: number, to: number) => {
    lowest[place] = Math.min(at(lowest, place), to)
  }

  for (const start of places.keys()) {
    if (order[start] !== -1) continue
    const path = [start]
    enter(start)
    for (let place = path.at(-1); place !== undefined; place = path.at(-1)) {
      const way = onward[place]?.[at(nextWay, place)]
      if (way !== undefined) {
        nextWay[place] = at(nextWay, place) + 1
        const target = ways[way]?.target ?? place
        if (order[target] === -1) {
          path.push(target)
          enter(target)
        } else if (isOpen[target] === 1) lower(place, at(order, target))
        continue
      }
      if (lowest[place] === order[place]) close(place)
      path.pop()
      const parent = path.at(-1)
      if (parent !== undefined) lower(parent, at(lowest, place))
    }
  }
  return isOnCircle
}
