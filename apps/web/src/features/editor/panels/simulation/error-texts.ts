import type { RunSnapshot } from '@plimsoll/simulation'
import { decimals } from '../../../../shared/text/number-text.ts'

type Shown = Pick<RunSnapshot, 'missing' | 'completedRequests' | 'activeRequests' | 'windows' | 'edgeFigures'>

/** So many failing calls, as a share of the requests that complete, are what a design that keeps up has, too. */
const FEW = 0.1

/** What is said of a run in which no request has failed; null: that requests succeed. */
export function noErrorsText({
  missing,
  completedRequests,
  activeRequests,
  windows,
  edgeFigures,
}: Shown): string | null {
  if (missing.length > 0) return missing.join(' ')
  if (completedRequests === 0) return 'No request has ended yet.'
  const { completed, spanMs } = windows.last10s
  const failing = edgeFigures === null ? 0 : sum(edgeFigures.rejected) + sum(edgeFigures.failed)
  if (failing <= (FEW * 1000 * completed) / Math.max(1, spanMs)) return null
  return `No request has failed for good yet, but ${decimals(failing, 0)} calls per second do: they are tried again. ${decimals(activeRequests, 0)} requests have not ended.`
}

const sum = (rates: Float32Array): number => rates.reduce((total, rate) => total + (rate > 0 ? rate : 0), 0)

/** Of which failed requests the counts are. */
export const analysedText = (analysed: number, failedRequests: number): string =>
  analysed < failedRequests
    ? `The last ${analysed.toLocaleString('en-US')} failed requests`
    : 'All failed requests since Start'
