import { Figure } from '../hero/figure.tsx'
import { useHeroRun } from '../hero/hero-run.ts'
import classes from './pictures.module.css'

const span = 10

/** The figures of the run above, and how many requests it completed each second. */
export function SimulatePicture() {
  const snapshot = useHeroRun((run) => run.snapshot)
  const rates = rollingRates(snapshot?.metricHistory ?? [])
  const top = Math.max(1, ...rates)
  const points = rates.map((rate, index) => `${(index / (100 - span)) * 100},${38 - (rate / top) * 34}`)
  return (
    <div className={classes.simulate}>
      <dl>
        <Figure name="Active requests" value={snapshot?.activeRequests} />
        <Figure name="Completed requests" value={snapshot?.completedRequests} />
        <Figure name="Failed requests" value={snapshot?.failedRequests} />
        <Figure name="Elapsed time" value={snapshot ? snapshot.elapsedTime / 1000 : undefined} unit="s" digits={1} />
      </dl>
      <svg viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">
        {points.length > 1 && <polyline points={points.join(' ')} />}
      </svg>
    </div>
  )
}

/** Completed requests a second over the last ten samples, for each sample that has ten before it. */
function rollingRates(samples: readonly { timestamp: number; completedRequestCount: number }[]): readonly number[] {
  return samples.slice(span).map((sample, index) => {
    const before = samples[index] ?? sample
    const seconds = (sample.timestamp - before.timestamp) / 1000
    return seconds > 0 ? (sample.completedRequestCount - before.completedRequestCount) / seconds : 0
  })
}
