import type { Flow } from '@plimsoll/flow'
import { useCallback, useLayoutEffect, useRef } from 'react'
import { pointOn } from '../../../../../shared/scene/curve-point.ts'
import { edgeCurve } from '../../../../../shared/scene/edge-curve.ts'
import { short } from '../../../../../shared/text/number-text.ts'
import type { DiagramState } from '../../../../../stores/diagram.ts'
import { endsOf } from '../../../core/edge-ends.ts'
import type { Rect } from '../../../core/geometry.ts'
import { rectOf } from '../../../core/placement.ts'
import { readoutPlace } from '../../../core/readout-place.ts'
import { useDocument, useEditorSession } from '../../../session/use-editor-session.ts'
import { useThrottledSnapshot } from '../../../session/use-throttled-snapshot.ts'
import { elementName } from '../../../ui/element-names.ts'
import { elementRates } from './element-rates.ts'
import classes from './rate-readout.module.css'
import { useHoveredElement } from './use-hovered-element.ts'

/** What lies over the canvas above and below. Pixels of the screen. */
const COVERED = { top: 72, bottom: 64, side: 8 } as const
/** On a small screen the rail of the palette lies at the left. */
const COVERED_LEFT_SMALL = 64

/** Points of an edge that must not be covered. */
const POINTS = 24

/** What is offered, served, rejected and failed at the node or edge under the mouse, else at the one that is selected, in a run. */
export function RateReadout() {
  const session = useEditorSession()
  const root = useRef<HTMLDivElement>(null)
  const { hovered, isPressed } = useHoveredElement(root)
  const selected = useDocument(onlySelected)
  const flow = useDocument((state) => state.flow)
  const snapshot = useThrottledSnapshot()
  const id = isPressed ? null : (hovered ?? selected)
  const told = snapshot && id !== null ? elementRates(snapshot, id) : null

  const place = useCallback(() => {
    const element = root.current
    const rects = id === null ? [] : rectsIn(flow, id)
    if (!element || rects.length === 0) return
    const { x, y, zoom, width, height } = session.viewport.getState()
    const onScreen = (rect: Rect): Rect => ({
      x: x + rect.x * zoom,
      y: y + rect.y * zoom,
      width: rect.width * zoom,
      height: rect.height * zoom,
    })
    const shown = rects.map(onScreen)
    const others = flow.nodes.filter((node) => node.id !== id).map((node) => onScreen(rectOf(node)))
    const { top, bottom, side } = COVERED
    const left = session.environment.isSmallScreen() ? COVERED_LEFT_SMALL : side
    const area = { x: left, y: top, width: width - left - side, height: height - top - bottom }
    const central = shown[Math.floor(shown.length / 2)] as Rect
    const middle = { x: central.x + central.width / 2, y: central.y + central.height / 2 }
    const size = { width: element.offsetWidth, height: element.offsetHeight }
    const at = readoutPlace({ rects: shown, middle, others }, size, area)
    element.style.transform = `translate(${Math.round(at.x)}px, ${Math.round(at.y)}px)`
  }, [session, flow, id])
  useLayoutEffect(() => session.viewport.subscribe(place), [session, place])
  useLayoutEffect(place)

  return (
    <div ref={root} className={classes.readout} data-readout="">
      {told && id !== null && (
        <>
          <p className={classes.heading}>
            <span className={classes.name}>{elementName(flow, { of: told.of, id })}</span> {told.window}
          </p>
          <dl className={classes.rates}>
            {told.rates.map(({ name, perSecond }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="figure">
                  {short(perSecond)} <span>rps</span>
                </dd>
              </div>
            ))}
          </dl>
          {told.taken !== null && <p className={`${classes.taken} figure`}>{told.taken}</p>}
        </>
      )}
    </div>
  )
}

function onlySelected({ selection: { nodes, edges, groups } }: DiagramState): string | null {
  return nodes.length + edges.length + groups.length === 1 ? (nodes[0] ?? edges[0] ?? null) : null
}

/** What of the flow an element takes up: a node its rectangle, an edge the points of its curve. */
function rectsIn(flow: Flow, id: string): readonly Rect[] {
  const nodeOf = (wanted: string) => flow.nodes.find((node) => node.id === wanted)
  const node = nodeOf(id)
  if (node) return [rectOf(node)]
  const edge = flow.edges.find((one) => one.id === id)
  const [source, target] = [edge && nodeOf(edge.source), edge && nodeOf(edge.target)]
  if (!source || !target) return []
  const { from, to } = endsOf(rectOf(source), rectOf(target))
  const curve = edgeCurve(from, to)
  return Array.from({ length: POINTS + 1 }, (_, index) => ({ ...pointOn(curve, index / POINTS), width: 0, height: 0 }))
}
