import { nodeKindLabel } from '@plimsoll/catalog'
import { type Flow, type FlowSlide, slidesOf } from '@plimsoll/flow'
import { useLayoutEffect, useRef } from 'react'
import { counted } from '../../../../shared/text/counted.ts'
import { KindIcon } from '../../../../shared/ui/kind-icon.tsx'
import { flowBounds } from '../../core/flow-bounds.ts'
import type { Rect } from '../../core/geometry.ts'
import { paragraphsOf, slideRect } from '../../core/slide-view.ts'
import type { WithRun } from '../../run/run.ts'
import { sceneShapes } from '../../scene/scene.ts'
import { fitTexts } from '../../ui/picture/fit-texts.ts'
import { PictureElement } from '../../ui/picture/picture-element.tsx'
import { PAGE_COLOURS } from '../../ui/picture/shape-colours.ts'
import { loadsNow } from '../picture/loads-now.ts'
import classes from './print-sheet.module.css'
import { usePrinting } from './use-printing.ts'

interface PrintSheetProps {
  readonly name: string
  readonly description: string
  readonly flow: Flow
  readonly run: WithRun['run']
  readonly withDrawing?: boolean
}

/** A flow on paper: name and description, all of the drawing, what its icons mean, and each slide on a page. On a screen there is none. */
export function PrintSheet(props: PrintSheetProps) {
  return (
    usePrinting() && (
      <div data-print-sheet="">
        <Sheet {...props} />
        {props.withDrawing !== false &&
          slidesOf(props.flow).map((slide) => <Slide key={slide.id} slide={slide} {...props} />)}
      </div>
    )
  )
}

/** One slide, on a page of its own. */
function Slide({ slide, flow, run }: Pick<PrintSheetProps, 'flow' | 'run'> & { slide: FlowSlide }) {
  return (
    <section className={`${classes.root} ${classes.slide}`} data-drawn="">
      <header>
        <h2>{slide.title}</h2>
        {paragraphsOf(slide.text).map((paragraph, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have nothing else
          <p key={at}>{paragraph}</p>
        ))}
      </header>
      <Drawing flow={flow} run={run} area={slideRect(flow, slide)} label={slide.title || 'Slide'} />
    </section>
  )
}

function Sheet({ name, description, flow, run, withDrawing = true }: PrintSheetProps) {
  return (
    <section className={classes.root} data-drawn={withDrawing || undefined}>
      <header>
        <h1>{name}</h1>
        {description && <p>{description}</p>}
      </header>
      {withDrawing && <Drawing flow={flow} run={run} area={flowBounds(flow)} label="Flow" />}
      {withDrawing && <Legend flow={flow} />}
    </section>
  )
}

interface DrawingProps extends Pick<PrintSheetProps, 'flow' | 'run'> {
  /** What is drawn of the plane. */
  readonly area: Rect
  readonly label: string
}

function Drawing({ flow, run, area: { x, y, width, height }, label }: DrawingProps) {
  const picture = useRef<SVGSVGElement>(null)
  useLayoutEffect(() => {
    if (picture.current) fitTexts(picture.current)
  }, [])
  const { loads, peaks } = loadsNow(run, flow)
  return (
    <svg
      ref={picture}
      className={classes.drawing}
      viewBox={`${x} ${y} ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      {sceneShapes(flow, loads, peaks).map((shapes, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: each is shown once.
        <PictureElement key={index} shapes={shapes} colours={PAGE_COLOURS} />
      ))}
    </svg>
  )
}

function Legend({ flow }: Pick<PrintSheetProps, 'flow'>) {
  const kinds = [...Map.groupBy(flow.nodes, ({ type }) => type)]
  return (
    <footer className={classes.legend}>
      <ul>
        {kinds.map(([type, nodes]) => (
          <li key={type}>
            <KindIcon type={type} size={12} /> {nodeKindLabel(type)} <span>{nodes.length}</span>
          </li>
        ))}
      </ul>
      <p>
        {counted(flow.nodes.length, 'component')}, {counted(flow.edges.length, 'connection')}
      </p>
    </footer>
  )
}
