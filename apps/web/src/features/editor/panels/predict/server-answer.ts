import type { CreateExperimentRequest, ExperimentResult } from '@plimsoll/contract'
import { compile, type Growth } from '@plimsoll/event-engine'
import {
  type CapacityReport,
  type ComparisonReport,
  commandLine,
  type DesignReport,
  type DrillReport,
  nameOfB,
  type Page,
  pageOfCapacity,
  pageOfComparison,
  pageOfDrill,
  pageOfReport,
  pageOfSensitivity,
  pageOfSweep,
  planOf,
  type SensitivityReport,
  type SweepReport,
  savedTexts,
} from '@plimsoll/experiments'
import type { Flow } from '@plimsoll/flow'
import { fileName } from '../../../../shared/files/file-name.ts'
import type { Predicted, Question } from './predicted.ts'

/** What an experiment of the server says of a flow: its report, or the page that answers the question. */
type ServerAnswer =
  | { readonly predicted: Predicted }
  | { readonly question: Question; readonly page: Page; readonly command: string }

export const fileOf = ({ name }: { readonly name: string }): string => fileName(name, 'json')

const UNREADABLE = 'This version of Plimsoll cannot show this result. Reload the page, or ask again.'

/** Reads what the server has found of this flow, as the browser would have found it. Throws where it cannot be shown. */
export function readServerAnswer(...given: Parameters<typeof answerOf>): ServerAnswer {
  try {
    return answerOf(...given)
  } catch (cause) {
    throw new Error(UNREADABLE, { cause })
  }
}

function answerOf(request: CreateExperimentRequest, result: ExperimentResult, flow: Flow): ServerAnswer {
  const { kind, design, client, axes = [], measure = 'p99', other } = request
  const file = fileOf(design)
  const answer = (question: Question, page: Page, options: Parameters<typeof commandLine>[2] = {}, files = [file]) => ({
    ...{ question, page },
    command: commandLine(question, files, options),
  })
  // The server wrote it with this code, or with that of another version, before an update or after one.
  const report = result.report as unknown
  switch (kind) {
    case 'simulate': {
      const compiled = compile(flow, planOf(flow, { engine: 'events' }).plan.settings)
      const growth = result.growth as Growth | null
      const predicted = { flow, report: report as DesignReport, growth, model: compiled.ok ? compiled.model : null }
      // Else the page would fail while it is drawn.
      pageOfReport(predicted.report, growth, predicted.model, 'page')
      return { predicted }
    }
    case 'capacity':
      return answer(kind, pageOfCapacity(report as CapacityReport), client === undefined ? {} : { client: [client] })
    case 'drill':
      return answer(kind, pageOfDrill(report as DrillReport))
    case 'sensitivity':
      return answer(
        kind,
        pageOfSensitivity(report as SensitivityReport),
        measure === 'p99' ? {} : { measure: [measure] },
      )
    case 'sweep':
      return answer(kind, pageOfSweep(report as SweepReport), { set: axes })
    case 'compare': {
      const changes = savedTexts(flow, 'compare')
      const isItself = other === undefined || other.name === nameOfB({ name: design.name, flow }, null, changes)
      const page = pageOfComparison(report as ComparisonReport)
      return answer(kind, page, { 'set-b': changes }, isItself ? [file] : [file, fileOf(other)])
    }
  }
}
