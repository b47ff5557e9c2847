import type { RunSnapshot } from '@plimsoll/simulation'
import type { EditorSession } from '../../session/editor-session.ts'

/** What a node says of itself while it runs. */
export interface NodeLine {
  readonly text: string
  /** Requests that wait for it. */
  readonly waiting: number
}

type Show = (line: NodeLine | null) => void

/** Figures change no oftener than they can be read, in ms. */
const LEAST_MS = 250

/** Tells each node on the canvas its figures, four times a second, outside React. */
export function createNodeFigures({ run, onDispose }: EditorSession) {
  const mounted = new Map<string, Show>()
  let shown: RunSnapshot | null = null
  let toldAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  function tell(): void {
    clearTimeout(timer)
    timer = undefined
    toldAt = performance.now()
    const { snapshot } = run.store.getState()
    const { nodes = [] } = snapshot ?? shown ?? {}
    shown = snapshot
    for (const [index, id] of nodes.entries()) mounted.get(id)?.(snapshot && lineOf(snapshot, index))
  }

  onDispose(
    run.store.subscribe(({ snapshot }, before) => {
      if (snapshot === before.snapshot) return
      const wait = toldAt + LEAST_MS - performance.now()
      if (snapshot === null || wait <= 0) tell()
      else timer ??= setTimeout(tell, wait)
    }),
  )
  onDispose(() => clearTimeout(timer))

  /** Has a node show its figures; gives back how to end that. */
  return function show(id: string, listener: Show): () => void {
    mounted.set(id, listener)
    const index = shown?.nodes.indexOf(id) ?? -1
    if (shown && index >= 0) listener(lineOf(shown, index))
    return () => {
      if (mounted.get(id) === listener) mounted.delete(id)
    }
  }
}

/** "640 rps · 12 waiting · p95 48 ms"; null where the engine does not tell. */
export function lineOf({ nodeFigures }: Pick<RunSnapshot, 'nodeFigures'>, index: number): NodeLine | null {
  if (nodeFigures === null) return null
  const [rate = 0, waiting = 0, p95 = Number.NaN] = [nodeFigures.arrivalRate, nodeFigures.waiting, nodeFigures.p95].map(
    (values) => values[index],
  )
  if (rate === 0 && waiting === 0) return null
  const parts = [
    `${rounded(rate)} rps`,
    ...(waiting > 0 ? [`${whole.format(waiting)} waiting`] : []),
    ...(Number.isNaN(p95) ? [] : [`p95 ${rounded(p95)} ms`]),
  ]
  return { text: parts.join(' · '), waiting }
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

const rounded = (value: number): string => (value < 10 ? tenths : whole).format(value)
