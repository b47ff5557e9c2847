import { heroTemplate } from 'virtual:hero-template'
import { type CSSProperties, Fragment, lazy, Suspense, useRef } from 'react'
import { svgPath } from '../../../shared/scene/edge-curve.ts'
import { NodeCard } from '../../../shared/ui/node-card.tsx'
import { type Direction, placed } from '../templates/template-layout.ts'
import classes from './hero-board.module.css'
import { HeroControls } from './hero-controls.tsx'
import { useHeroRun } from './hero-run.ts'

// There is nothing to move before the engine is there.
const HeroLive = lazy(() => import('./hero-live.tsx').then((module) => ({ default: module.HeroLive })))

const across = placed(heroTemplate, 'across')
const down = placed(heroTemplate, 'down')

/** A real diagram on the event engine: as users are added, the water rises in its cards. */
export function HeroBoard() {
  const stage = useRef<HTMLDivElement>(null)
  const summaries = useHeroRun((run) => run.summaries)

  return (
    <figure className={classes.board}>
      <div className={classes.stage} data-whole="" ref={stage}>
        <p className={classes.legend}>{heroTemplate.title} · Queueing</p>
        <Connections direction="across" />
        <Connections direction="down" />
        <Suspense fallback={null}>
          <HeroLive stage={stage} />
        </Suspense>
        {heroTemplate.nodes.map(({ key, type, label, summary }, index) => (
          <div key={key} className={classes.place} style={placeStyle(key)} data-node={key} data-alone={isAlone(key)}>
            <NodeCard type={type} label={label} summary={summaries[index] ?? summary} />
          </div>
        ))}
      </div>
      <HeroControls />
    </figure>
  )
}

function Connections({ direction }: { direction: Direction }) {
  const { curves } = direction === 'across' ? across : down
  return (
    <svg
      className={classes.edges}
      data-direction={direction}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden
    >
      {curves.map(svgPath).map((path) => (
        <Fragment key={path}>
          <path d={path} data-edge-load="" />
          <path d={path} data-edge="" />
        </Fragment>
      ))}
    </svg>
  )
}

/** Whether a node has its layer to itself, and so more room on a small screen. */
function isAlone(key: string) {
  return down.places.get(key)?.x === 50 || undefined
}

function placeStyle(key: string) {
  const [wide, narrow] = [across.places.get(key), down.places.get(key)]
  return {
    '--across-x': `${wide?.x}%`,
    '--across-y': `${wide?.y}%`,
    '--down-x': `${narrow?.x}%`,
    '--down-y': `${narrow?.y}%`,
  } as CSSProperties
}
