import { describe, expect, it } from 'vitest'
import { analysedText, noErrorsText } from '../../src/features/editor/panels/simulation/error-texts.ts'

type Shown = Parameters<typeof noErrorsText>[0]

/** 500 requests per second complete; the calls of two connections are turned away or fail at such rates. */
function shown(rejected: number, failed: number, others: Partial<Shown> = {}): Shown {
  const rates = (rate: number) => Float32Array.of(rate, Number.NaN)
  const edgeFigures = { rejected: rates(rejected), failed: rates(failed) } as Shown['edgeFigures']
  const last10s = { completed: 2000, spanMs: 4000 }
  const windows = { last10s } as Shown['windows']
  return { missing: [], completedRequests: 2000, activeRequests: 23_583, windows, edgeFigures, ...others }
}

describe('a run in which no request has failed', () => {
  it('[RUN-728] has calls that fail, more than a tenth as many as requests that complete', () => {
    expect(noErrorsText(shown(8000, 224))).toBe(
      'No request has failed for good yet, but 8,224 calls per second do: they are tried again. 23,583 requests have not ended.',
    )
    expect(noErrorsText(shown(30, 21))).not.toBeNull()
  })

  it('[RUN-311] succeeds else, as far as the engine can tell', () => {
    expect(noErrorsText(shown(30, 20))).toBeNull()
    expect(noErrorsText(shown(0, 0, { edgeFigures: null }))).toBeNull()
  })

  it('[RUN-728] has nothing to say of that before a request has ended', () => {
    expect(noErrorsText(shown(900, 0, { completedRequests: 0 }))).toBe('No request has ended yet.')
    expect(noErrorsText(shown(900, 0, { missing: ['There is no client.'] }))).toBe('There is no client.')
  })
})

describe('the failed requests of the analysis', () => {
  it('[RUN-776] are all since Start, or so many of the last ones', () => {
    expect(analysedText(1000, 1000)).toBe('All failed requests since Start')
    expect(analysedText(1000, 1001)).toBe('The last 1,000 failed requests')
    // A thousand are kept, of which each may stand for many.
    expect(analysedText(37_004, 90_000)).toBe('The last 37,004 failed requests')
  })
})
