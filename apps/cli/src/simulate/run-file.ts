import { basename } from 'node:path'
import { compile, type RecordedRun, readSettings } from '@plimsoll/event-engine'
import { type Flow, parseFlow } from '@plimsoll/flow'
import { MOST_SEED } from '@plimsoll/simulation'
import { UsageError } from '../command.ts'
import { describeFaults, type NamedFlow, nameOf, readJsonFile } from './flow-file.ts'

/** A run that is to happen again, and its flow as it was at the end. */
export interface RunFile {
  readonly named: NamedFlow
  readonly recorded: RecordedRun
}

/** A run holds the whole flow after each edit. */
const LARGEST_BYTES = 512 * 1024 * 1024

/** Reads a saved run; throws a UsageError that tells what of it cannot be simulated. */
export async function readRunFile(file: string): Promise<RunFile> {
  const document = await readJsonFile(file, LARGEST_BYTES)
  const run = (typeof document === 'object' ? document : null) as Partial<RecordedRun> | null
  const wrong = (fault: string) => new UsageError(`${file} is no run that can happen again: ${fault}`)
  if (run === null || run.flow === undefined || !Array.isArray(run.edits)) throw wrong('it holds no flow and its edits')
  const { engine, seed, untilMs, durationMs = untilMs } = run
  if (engine !== 'events') throw wrong('it is not one of the event engine')
  if (!Number.isInteger(seed) || Number(seed) < 0 || Number(seed) > MOST_SEED)
    throw wrong('its seed is no whole number')
  if (!isTime(untilMs) || !isTime(durationMs)) throw wrong('it does not say how long it was')
  const flow = readFlow(run.flow, `${file}, the flow`, false)
  const edits = run.edits.map(({ atMs, flow: edited }, index, all) => {
    const name = `edit ${index + 1}`
    const isInOrder = atMs >= (all[index - 1]?.atMs ?? 0) && atMs <= untilMs
    if (!isInOrder) throw wrong(`${name} is not at a time of the run, or before the one before`)
    return { atMs, flow: readFlow(edited, `${file}, ${name}`, true) }
  })
  const last = edits.at(-1)?.flow ?? flow
  return {
    named: { name: nameOf(document) ?? basename(file, '.json'), flow: last },
    recorded: { engine, seed: Number(seed), durationMs, untilMs, flow, edits },
  }
}

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0

/** A flow that can be simulated; after an edit also one in which nothing makes requests. */
function readFlow(value: unknown, name: string, mayIdle: boolean): Flow {
  const refuse = (faults: readonly { readonly path: string; readonly message: string }[]) =>
    new UsageError(
      describeFaults(
        `${name} cannot be simulated:`,
        faults.map(({ path, message }) => `${path} ${message}`),
      ),
    )
  const parsed = parseFlow(value)
  if (!parsed.ok) throw refuse(parsed.faults)
  const read = readSettings(parsed.flow.simulation)
  if (!read.ok) throw refuse(read.faults)
  const compiled = compile(parsed.flow, read.settings, { mayIdle })
  if (!compiled.ok) throw refuse(compiled.faults)
  return parsed.flow
}
