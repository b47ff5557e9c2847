import type { PartRef } from '@plimsoll/event-engine'
import { objectiveSentences, type Page, pageOfReport } from '@plimsoll/experiments'
import { useMemo } from 'react'
import { BarsFigure, FoldedBars } from './bars-figure.tsx'
import classes from './predict.module.css'
import type { Predicted } from './predicted.ts'
import { ChartFigure, DistributionFigure } from './report-figure.tsx'
import { ReportTable } from './report-table.tsx'
import { Sentences } from './sentences.tsx'

/** What the runs show, as a page. */
export const usePage = (predicted: Predicted | null): Page | null =>
  useMemo(() => predicted && pageOfReport(predicted.report, predicted.growth, predicted.model, 'page'), [predicted])

/** The verdict first, then what is plotted. */
export function ResultPlots({
  predicted: { report },
  page,
  isOnCanvas,
}: {
  predicted: Predicted
  page: Page
  isOnCanvas: boolean
}) {
  const [, percentiles] = page.tables
  const { bars = [] } = page
  return (
    <>
      <section className={classes.verdict} data-result={page.result ?? undefined} aria-labelledby="predict-verdict">
        <h2 id="predict-verdict">Verdict</h2>
        <Sentences sentences={[...objectiveSentences(report.objectives), ...page.sentences]} />
        <p className={classes.faint}>{page.about}</p>
        {isOnCanvas && (
          <p className={classes.faint}>
            On the canvas: water at the mean utilization of each component, of what is taken the most, and a dash on
            either side at its 95th percentile.
          </p>
        )}
      </section>
      {percentiles && percentiles.rows.length > 0 && (
        <section aria-labelledby="predict-percentiles">
          <h2 id="predict-percentiles">Percentiles</h2>
          <ReportTable table={percentiles} />
        </section>
      )}
      <div className={classes.figures}>
        {page.distributions.map((one) => (
          <DistributionFigure key={one.title} distribution={one} />
        ))}
        {bars.map((one) => (
          <BarsFigure key={one.title} bars={one} />
        ))}
        {page.charts.map((chart) => (
          <ChartFigure key={chart.title} chart={chart} />
        ))}
      </div>
    </>
  )
}

/** What there is to read beside the plots. */
export function ResultTables({ page, onPick }: { page: Page; onPick: (part: PartRef) => void }) {
  const [, , ...others] = page.tables
  const { traces = [] } = page
  return (
    <>
      {others.map((table) => table.rows.length > 0 && <ReportTable key={table.title} table={table} onPick={onPick} />)}
      {traces.length > 0 && (
        <section className={classes.section} aria-label="Slowest requests">
          <h3>Slowest requests</h3>
          {traces.map((bars) => (
            <FoldedBars key={bars.title} bars={bars} />
          ))}
        </section>
      )}
      {page.notes.map(({ title, texts }) => (
        <section key={title} className={classes.section} aria-label={title}>
          <h3>{title}</h3>
          <ul>
            {texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
