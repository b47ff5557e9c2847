import {
  type Axis,
  countedOf,
  MEASURES,
  type Measure,
  pageOfSensitivity,
  readAxis,
  type SensitivityReport,
  varyDesign,
} from '@plimsoll/experiments'
import type { Call, Done } from '../command.ts'
import { readDesign } from '../simulate/read-design.ts'
import { readShare } from './read-share.ts'
import { runExperiment } from './run-experiment.ts'

/** Each numeric property of what is busy, one at a time, less and more. */
export const runSensitivity = (call: Call): Promise<Done> =>
  runExperiment(call, {
    name: 'sensitivity',
    read: async (options, faults) => {
      const read = options.settings.map(readAxis)
      faults.push(...read.flatMap((one) => (typeof one === 'string' ? [`--set ${one}`] : [])))
      const ranges = read.filter((one): one is Axis => typeof one !== 'string')
      const [by, above] = [readShare(call, 'by', faults), readShare(call, 'above', faults)]
      if (ranges.length > 0 && (by ?? above) !== null)
        faults.push('--by and --above are not for ranges, which --set gives')
      const [measure = 'p99'] = call.texts('measure') as readonly Measure[]
      if (!MEASURES.includes(measure)) faults.push(`--measure must be ${MEASURES.join(' or ')}`)
      const design = await readDesign({ file: call.file, settings: [], options }, faults)
      return design && { ...design, ranges, measure, ...(by !== null && { by }), ...(above !== null && { above }) }
    },
    run: ({ named, ...input }, { budget, show, ...surroundings }) =>
      varyDesign({
        ...named,
        ...input,
        ...surroundings,
        stop: budget,
        onProgress: (done, all) => {
          const text = `${countedOf(done, all, 'value')} simulated`
          if (done === all) call.tell(text)
          else show(text, done / all)
        },
      }),
    answer: (report: SensitivityReport) => ({ page: pageOfSensitivity(report), isMet: true, tests: [] }),
  })
