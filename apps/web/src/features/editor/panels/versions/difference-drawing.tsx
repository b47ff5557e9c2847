import type { ElementChange, ElementDifference, Flow } from '@plimsoll/flow'
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react'
import iconButton from '../../../../shared/ui/icon-button.module.css'
import { differenceDrawing, MARKS } from '../../scene/difference.ts'
import { fitTexts } from '../../ui/picture/fit-texts.ts'
import { PictureElement } from '../../ui/picture/picture-element.tsx'
import { PAGE_COLOURS } from '../../ui/picture/shape-colours.ts'
import classes from './versions.module.css'

/** Of the size in which all of it is seen. */
const ZOOM = { step: 1.5, most: 12 } as const

interface DifferenceDrawingProps {
  readonly title: string
  /** The version. */
  readonly flow: Flow
  readonly now: Flow
  readonly differences: readonly ElementDifference[]
}

/** A version as the canvas draws it, with what became of it since. It can be enlarged, and is scrolled then. */
export function DifferenceDrawing({ title, flow, now, differences }: DifferenceDrawingProps) {
  const picture = useRef<SVGSVGElement>(null)
  const [zoom, setZoom] = useState(1)
  const { bounds, elements } = useMemo(() => differenceDrawing(flow, now, differences), [flow, now, differences])
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts are fitted when others are drawn.
  useLayoutEffect(() => {
    if (picture.current) fitTexts(picture.current)
  }, [elements])
  const zooms = [
    { name: 'Zoom out', Icon: ZoomOut, to: Math.max(1, zoom / ZOOM.step), isOff: zoom === 1 },
    { name: 'Zoom in', Icon: ZoomIn, to: Math.min(ZOOM.most, zoom * ZOOM.step), isOff: zoom === ZOOM.most },
    { name: 'Show all', Icon: Maximize, to: 1, isOff: zoom === 1 },
  ]
  return (
    <div className={classes.preview}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard, too */}
      <section className={classes.canvas} aria-label={`Preview of ${title}`} tabIndex={0}>
        <svg
          ref={picture}
          role="img"
          aria-label={`${title}: ${countsOf(differences)}`}
          viewBox={`${bounds.x} ${bounds.y} ${bounds.width} ${bounds.height}`}
          style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}
        >
          <Elements elements={elements} />
        </svg>
      </section>
      <div className={classes.zoom}>
        {zooms.map(({ name, Icon, to, isOff }) => (
          <button
            key={name}
            type="button"
            className={iconButton.small}
            aria-label={name}
            title={name}
            aria-disabled={isOff}
            onClick={() => setZoom(to)}
          >
            <Icon size={15} aria-hidden="true" />
          </button>
        ))}
      </div>
    </div>
  )
}

/** Drawn once: a zoom only shows it larger. */
const Elements = memo(({ elements }: Pick<ReturnType<typeof differenceDrawing>, 'elements'>) => (
  <>
    {elements.map(({ key, shapes, isGhost }) => (
      <g key={key} opacity={isGhost ? 0.5 : undefined}>
        <PictureElement shapes={shapes} colours={PAGE_COLOURS} />
      </g>
    ))}
    {elements.map(
      ({ key, mark }) => mark.length > 0 && <PictureElement key={key} shapes={mark} colours={PAGE_COLOURS} />,
    )}
  </>
))

const CHANGES = Object.keys(MARKS) as ElementChange[]

function countsOf(differences: readonly ElementDifference[]): string {
  const counts = CHANGES.flatMap((change) => {
    const count = differences.filter((one) => one.change === change).length
    return count === 0 ? [] : [`${count} ${MARKS[change].word}`]
  })
  return counts.length === 0 ? 'the same as the board' : counts.join(', ')
}
