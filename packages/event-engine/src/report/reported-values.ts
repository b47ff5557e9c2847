import { mergeHistograms } from '../measure/histogram.ts'
import type { RunOutcome } from '../outcome.ts'
import type { Samples } from '../statistics/pooled.ts'
import {
  afterWarmUp,
  isLongEnough,
  knownBy,
  preciselyIn,
  type ResponseFigure,
  responsesOf,
  type SlicedSamples,
  samplesIn,
  type Wanted,
  WINDOWS,
} from '../statistics/response-figures.ts'

/** Response times or delays of each replication. */
export interface MeasuredValues {
  /** After the warm-up. */
  readonly whole: Samples
  readonly slices: SlicedSamples
}

/** Those that are reported, and the figures of them that are. */
export interface ReportedValues {
  readonly samples: Samples
  readonly figures: ReadonlySet<ResponseFigure>
}

const NO_VALUES = mergeHistograms([])
const NO_FIGURES: ReadonlySet<ResponseFigure> = new Set()

export const responseValues = (outcomes: readonly RunOutcome[]): MeasuredValues => ({
  whole: outcomes.map(({ requests }) => requests.response),
  slices: responsesOf(outcomes),
})

/** The visits of a node; none where they are not recorded. */
export const visitValues = (outcomes: readonly RunOutcome[], node: number): MeasuredValues => {
  const visits = outcomes.map(({ nodes }) => nodes[node])
  return {
    whole: visits.map((one) => one?.response ?? NO_VALUES),
    slices: visits.map((one) => one?.slices ?? []),
  }
}

interface Given {
  readonly outcomes: readonly RunOutcome[]
  /** Left out at the beginning, as a share of the duration. */
  readonly warmUp: number
  /** Changes by plan leave no state that lasts: all that was measured counts, and only the replications show how sure it is. */
  readonly isPlanned: boolean
  /** All that was measured is reported. */
  readonly isWhole: boolean
}

/** Old data tell which figures the runs are long enough for, fresh data what they are. */
export function reportedValues({ outcomes, warmUp, isPlanned, isWhole }: Given) {
  const [run, fresh] = [afterWarmUp(WINDOWS.run, warmUp), afterWarmUp(WINDOWS.fresh, warmUp)]
  const isOldLongEnough = isPlanned || isLongEnough(outcomes, WINDOWS.old)
  /** The figures that older data know to what is wanted. */
  const armedOf = ({ whole, slices }: MeasuredValues, wanted?: Wanted): ReadonlySet<ResponseFigure> => {
    if (!isOldLongEnough) return NO_FIGURES
    return isPlanned ? knownBy(whole) : preciselyIn(samplesIn(slices, WINDOWS.old), wanted)
  }
  return {
    freshFrom: fresh.from,
    armedOf,
    /** What an objective is held against. */
    judgedOf: ({ whole, slices }: MeasuredValues): Samples => (isPlanned ? whole : samplesIn(slices, run)),
    reportedOf: (values: MeasuredValues): ReportedValues => ({
      samples: isWhole ? values.whole : samplesIn(values.slices, fresh),
      figures: isWhole ? knownBy(values.whole) : armedOf(values),
    }),
  }
}

/** Nothing is known to last where there is no steady state. */
export const withoutFigures = (values: ReportedValues): ReportedValues => ({ ...values, figures: NO_FIGURES })
