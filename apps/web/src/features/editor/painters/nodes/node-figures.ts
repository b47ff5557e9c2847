import { type RunSnapshot, takenInShort } from '@plimsoll/simulation'
import { FIGURES_FROM_ZOOM } from '../../core/editor.config.ts'
import { intersects, type Rect } from '../../core/geometry.ts'
import { visibleRect } from '../../core/viewport.ts'
import type { EditorSession } from '../../session/editor-session.ts'

/** What a node says of itself while it runs. */
export interface NodeLine {
  readonly text: string
  /** Requests that wait for it. */
  readonly waiting: number
}

interface MountedNode {
  /** Where it lies on the canvas. */
  rect(): Rect
  /** Gives back whether that changed what is drawn. */
  show(line: NodeLine | null): boolean
}

/** Figures change no oftener than they can be read, in ms. */
const LEAST_MS = 250
/** So many nodes change their figures in one frame, since each lays out its text anew; the others follow in the next ones. */
const TOLD_IN_FRAME = 30

/** Tells each node in view its figures, at most four times a second, outside React; only what waits where they cannot be read. */
export function createNodeFigures({ run, viewport, environment, onDispose }: EditorSession) {
  const mounted = new Map<string, MountedNode>()
  let shown: RunSnapshot | null = null
  let toldAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame: number | undefined
  /** Whether other nodes may have come into view since the last round began. */
  let isMoved = false
  /** Those whom a round has not told yet. */
  let untold: Iterator<[number, string]> = [].values()

  function tell(): void {
    timer = undefined
    toldAt = environment.now()
    isMoved = false
    const { snapshot } = run.store.getState()
    const { nodes = [] } = snapshot ?? shown ?? {}
    shown = snapshot
    untold = nodes.entries()
    tellSome(snapshot ? TOLD_IN_FRAME : nodes.length)
  }

  function tellSome(most: number): void {
    frame = undefined
    let told = 0
    const inView = visibleRect(viewport.getState())
    for (let next = untold.next(); !next.done; next = untold.next()) {
      const [index, id] = next.value
      const node = mounted.get(id)
      if (!node || (shown && !intersects(node.rect(), inView))) continue
      if (node.show(lineAt(index))) told += 1
      if (told === most) {
        frame = requestAnimationFrame(() => tellSome(most))
        return
      }
    }
    hear()
  }

  function lineAt(index: number): NodeLine | null {
    const line = shown && lineOf(shown, index)
    return line && viewport.getState().zoom < FIGURES_FROM_ZOOM ? { ...line, text: '' } : line
  }

  /** Of what comes during a round, the last is told after it. */
  function hear(): void {
    const { snapshot } = run.store.getState()
    if (snapshot === shown && !(snapshot && isMoved)) return
    if (snapshot === null) {
      stop()
      tell()
    } else if (frame === undefined) timer ??= setTimeout(tell, Math.max(0, toldAt + LEAST_MS - environment.now()))
  }

  function stop(): void {
    clearTimeout(timer)
    timer = undefined
    if (frame !== undefined) cancelAnimationFrame(frame)
    frame = undefined
  }

  onDispose(run.store.subscribe(hear))
  onDispose(
    viewport.subscribe(() => {
      isMoved = true
      hear()
    }),
  )
  onDispose(stop)

  /** Has a node show its figures; gives back how to end that. */
  return function showFigures(id: string, node: MountedNode): () => void {
    mounted.set(id, node)
    const index = shown?.nodes.indexOf(id) ?? -1
    if (shown && index >= 0) node.show(lineAt(index))
    return () => {
      if (mounted.get(id) === node) mounted.delete(id)
    }
  }
}

const NO_BREAK = '\u00a0'
/** A component that is half taken or more says of what. */
const TAKEN_FROM = 0.5

/**
 * "640 rps · p95 48 ms · 12 waiting", and before it "24/24 slots, 47 % at work"; null where the engine does not tell. What waits comes last, since the pile
 * beside the node says it, too. No figure is broken over two lines, and no line ends in a dot, since the next one may have no room.
 */
export function lineOf(
  { nodeFigures, nodeUtilization }: Pick<RunSnapshot, 'nodeFigures' | 'nodeUtilization'>,
  index: number,
): NodeLine | null {
  if (nodeFigures === null) return null
  const [rate = 0, waiting = 0, p95 = Number.NaN] = [nodeFigures.offered, nodeFigures.waiting, nodeFigures.p95].map(
    (values) => values[index],
  )
  if (!(rate > 0 || waiting > 0)) return null
  const taken = (nodeUtilization[index] ?? 0) > TAKEN_FROM ? takenInShort(nodeFigures, index) : null
  const parts = [
    ...(taken === null ? [] : [taken.replace(' %', `${NO_BREAK}%`)]),
    ...(Number.isNaN(rate) ? [] : [`${rounded(rate)}${NO_BREAK}rps`]),
    ...(Number.isNaN(p95) ? [] : [`p95${NO_BREAK}${rounded(p95)}${NO_BREAK}ms`]),
    ...(waiting > 0 ? [`${whole.format(waiting)}${NO_BREAK}waiting`] : []),
  ]
  return { text: parts.join(` ·${NO_BREAK}`), waiting: waiting || 0 }
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

const rounded = (value: number): string => (value < 10 ? tenths : whole).format(value)
