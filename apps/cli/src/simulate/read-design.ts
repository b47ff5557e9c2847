import { UsageError } from '../command.ts'
import { type NamedFlow, readFlowDocument, readFlowFile, type SetProperties } from './flow-file.ts'
import type { SimulateOptions } from './options.ts'
import { type Plan, readPlan } from './plan.ts'
import { readRecordedFile } from './recorded-file.ts'

interface Given {
  /** Empty: it is missing, which is reported elsewhere. */
  readonly file: string
  /** Reads what the file has; absent: from the disk. */
  readonly read?: () => Promise<unknown>
  /** `node.property=value`, made in this order; absent: they are varied later. */
  readonly settings?: readonly string[]
  /** Made after these, of this design alone. */
  readonly ownSettings?: SetProperties
  readonly options: SimulateOptions
}

type ReadFlow = Awaited<ReturnType<typeof readFlowFile>>

/** A flow and what is to be run of it; null where something is wrong, which is added to the faults. */
export async function readDesign(
  { file, read = () => readFlowDocument(file), settings, ownSettings, options }: Given,
  faults: string[],
): Promise<{ readonly named: NamedFlow; readonly plan: Plan } | null> {
  const found = <T>(error: unknown): T | null => {
    if (!(error instanceof UsageError)) throw error
    faults.push(error.message)
    return null
  }
  const all = [{ option: '--set', texts: settings ?? [] }, ...(ownSettings ? [ownSettings] : [])]
  const named = file === '' ? null : await readFlowFile({ file, read }, all).catch(found<ReadFlow>)
  faults.push(...(named?.faults ?? []))
  let plan: Plan | null = null
  try {
    const recorded = options.recordedIn === null ? null : await readRecordedFile(options.recordedIn)
    plan = named && readPlan(named.flow, options, { recorded, isVaried: settings === undefined })
  } catch (error) {
    found(error)
  }
  return named === null || plan === null || faults.length > 0 ? null : { named, plan }
}
