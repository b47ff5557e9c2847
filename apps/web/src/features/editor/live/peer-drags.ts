import type { Flow } from '@plimsoll/flow'
import { beginDrag, type Drag } from '../core/drag.ts'
import { rectOf } from '../core/placement.ts'
import type { Box, Previewed } from '../core/previewed.ts'
import type { EditorSession } from '../session/editor-session.ts'
import { NOTHING_DRAGGED } from '../state/dragged.ts'
import type { Peer } from '../state/live.ts'

/** A step of a drag comes 20 times a second; in between what is dragged glides, in ms. */
const GLIDE_MS = 80

interface PeerDragsOptions {
  /** Whether motion is unwanted: then each step is shown where it is. */
  readonly isStill: () => boolean
}

/** Shows what others drag, while they drag it. Gives back how to end that. */
export function showPeerDrags(session: EditorSession, { isStill }: PeerDragsOptions): () => void {
  const { live, document, dragged, environment } = session
  const targetsOf = createTargets()
  let from: Previewed = NOTHING_DRAGGED
  let to: Previewed = NOTHING_DRAGGED
  let since = 0
  let isFrameAsked = false
  let isOver = false

  function follow(): void {
    const { flow } = document.getState()
    const next = targetsOf(flow, live.getState().peers)
    if (next.size + to.size === 0 || isSame(next, to)) return
    // The first step begins where the flow has the element.
    const { nodes, groups = [] } = flow
    const unmoved = [...nodes, ...groups]
      .filter(({ id }) => next.has(id))
      .map((each) => [each.id, boxOf(each)] as const)
    from = new Map([...unmoved, ...dragged.getState().others])
    to = next
    since = environment.now()
    show()
  }

  function show(): void {
    if (isOver) return
    const passed = isStill() ? 1 : Math.min(1, (environment.now() - since) / GLIDE_MS)
    const others = Array.from(to, ([id, box]) => [id, between(from.get(id), box, passed)] as const)
    dragged.setState({ others: others.length === 0 ? NOTHING_DRAGGED : new Map(others) })
    if (passed < 1 && to.size > 0) askFrame()
  }

  function askFrame(): void {
    if (isFrameAsked) return
    isFrameAsked = true
    environment.onNextFrame(() => {
      isFrameAsked = false
      show()
    })
  }

  const ends = [
    live.subscribe((state, before) => state.peers === before.peers || follow()),
    document.subscribe((state, before) => state.flow === before.flow || follow()),
  ]
  return () => {
    isOver = true
    for (const end of ends) end()
    dragged.setState({ others: NOTHING_DRAGGED })
  }
}

/** Where the drags of others have their elements. What stands in a group and moves with it is worked out once in a drag. */
function createTargets(): (flow: Flow, peers: readonly Peer[]) => Previewed {
  let known = new Map<string, Drag>()
  let of: Flow | null = null
  return (flow, peers) => {
    const drags = flow === of ? known : new Map<string, Drag>()
    const used = new Map<string, Drag>()
    const targets = peers.flatMap(({ drag }) => {
      const [lead] = drag?.ids ?? []
      const element = [...flow.nodes, ...(flow.groups ?? [])].find(({ id }) => id === lead)
      if (!drag || !element) return []
      const { position = element.position, ...size } = drag.box
      if (size.width !== undefined) return [[element.id, drag.box] as const]
      const key = JSON.stringify(drag.ids)
      const whole = drags.get(key) ?? beginDrag(flow, drag.ids)
      used.set(key, whole)
      return [...whole.boxes({ x: position.x - element.position.x, y: position.y - element.position.y })]
    })
    known = used
    of = flow
    return targets.length === 0 ? NOTHING_DRAGGED : new Map(targets)
  }
}

const boxOf = (element: Parameters<typeof rectOf>[0]): Box => {
  const { x, y, width, height } = rectOf(element)
  return { position: { x, y }, width, height }
}

function between(from: Box | undefined, to: Box, passed: number): Box {
  if (passed >= 1 || from === undefined) return to
  const at = (a: number | undefined, b: number) => (a === undefined ? b : a + (b - a) * passed)
  return {
    ...(to.position && {
      position: { x: at(from.position?.x, to.position.x), y: at(from.position?.y, to.position.y) },
    }),
    ...(to.width !== undefined && { width: at(from.width, to.width) }),
    ...(to.height !== undefined && { height: at(from.height, to.height) }),
  }
}

const isSame = (one: Previewed, other: Previewed): boolean =>
  one.size === other.size && Array.from(one).every(([id, box]) => isSameBox(box, other.get(id)))

const isSameBox = (one: Box, other: Box | undefined): boolean =>
  one.position?.x === other?.position?.x &&
  one.position?.y === other?.position?.y &&
  one.width === other?.width &&
  one.height === other?.height
