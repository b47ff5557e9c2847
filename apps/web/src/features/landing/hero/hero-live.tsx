import { heroTemplate } from 'virtual:hero-template'
import { type RefObject, useEffect } from 'react'
import { edgeLoadStyle } from '../../../shared/scene/edge-style.ts'
import { createCardLoad } from '../../../shared/ui/card-load.ts'
import { HeroDots } from './hero-dots.tsx'
import { useHeroRun } from './hero-run.ts'

/** How an edge of the diagram looks. */
const LOOK = { width: 1.5 } as const

/** What changes in the diagram as the engine runs: its dots, and the loads of its cards and connections. */
export function HeroLive({ stage }: { stage: RefObject<HTMLElement | null> }) {
  useEffect(() => (stage.current ? showLoads(stage.current) : undefined), [stage])
  return <HeroDots />
}

/** Passes each tick's utilization to cards and connections, past React. */
function showLoads(stage: HTMLElement): () => void {
  const cards = [...stage.querySelectorAll<HTMLElement>('[data-node] > *')].map(createCardLoad)
  const drawings = [...stage.querySelectorAll('svg')].map((svg) => [
    ...svg.querySelectorAll<SVGElement>('[data-edge-load]'),
  ])
  return useHeroRun.subscribe(({ nodeLoads, edgeLoads }, previous) => {
    if (nodeLoads === previous.nodeLoads) return
    for (const [index, showLoad] of cards.entries()) {
      const carriesLoad = heroTemplate.nodes[index]?.users === 0
      showLoad(carriesLoad ? (nodeLoads[index] ?? 0) : null)
    }
    for (const edges of drawings) for (const [index, edge] of edges.entries()) showEdgeLoad(edge, edgeLoads[index] ?? 0)
  })
}

function showEdgeLoad({ style }: SVGElement, utilization: number) {
  const load = edgeLoadStyle(LOOK, utilization)
  style.stroke = load ? `var(${load.color})` : 'none'
  style.strokeWidth = `${load?.width ?? 0}px`
  style.strokeOpacity = String(load?.opacity ?? 0)
}
