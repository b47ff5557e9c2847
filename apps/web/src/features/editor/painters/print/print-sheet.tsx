import { nodeKindLabel } from '@plimsoll/catalog'
import type { Flow } from '@plimsoll/flow'
import { useLayoutEffect, useRef } from 'react'
import { counted } from '../../../../shared/text/counted.ts'
import { KindIcon } from '../../../../shared/ui/kind-icon.tsx'
import { flowBounds } from '../../core/flow-bounds.ts'
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

/** A flow on paper: name and description, all of the drawing, and what its icons mean. On a screen there is none. */
export function PrintSheet(props: PrintSheetProps) {
  return usePrinting() && <Sheet {...props} />
}

function Sheet({ name, description, flow, run, withDrawing = true }: PrintSheetProps) {
  return (
    <section className={classes.root} data-print-sheet="" data-drawn={withDrawing || undefined}>
      <header>
        <h1>{name}</h1>
        {description && <p>{description}</p>}
      </header>
      {withDrawing && <Drawing flow={flow} run={run} />}
      {withDrawing && <Legend flow={flow} />}
    </section>
  )
}

function Drawing({ flow, run }: Pick<PrintSheetProps, 'flow' | 'run'>) {
  const picture = useRef<SVGSVGElement>(null)
  useLayoutEffect(() => {
    if (picture.current) fitTexts(picture.current)
  }, [])
  const { x, y, width, height } = flowBounds(flow)
  const { loads, peaks } = loadsNow(run, flow)
  return (
    <svg
      ref={picture}
      className={classes.drawing}
      viewBox={`${x} ${y} ${width} ${height}`}
      role="img"
      aria-label="Flow"
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
