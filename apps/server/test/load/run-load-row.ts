import { type Stage, startStage } from '../fairness/stage.ts'
import { startPostgres } from '../support/postgres-cluster.ts'
import { type Figure, faultOfFigure, figureText, type Load, type LoadRow, type LoadSize } from './load.ts'
import { ATTACK_ROWS } from './rows-of-attacks.ts'
import { OUTAGE_ROWS } from './rows-of-outages.ts'
import { PEOPLE_ROWS } from './rows-of-people.ts'

/** The rows of the design that are loads; LO6 is among the tests of durability. */
export const LOAD_ROWS: readonly LoadRow[] = [...PEOPLE_ROWS, ...ATTACK_ROWS, ...OUTAGE_ROWS].sort((a, b) =>
  a.id.localeCompare(b.id),
)

/** Of a row that is not as long as at full size. */
const SHORT_MS = 600

export interface LoadOptions {
  /** Undefined for SQLite. */
  postgresUrl: string | undefined
  size: LoadSize
  seed: number
  /** In the place of the length of a row. */
  minutes: number | undefined
  hasCheapHashes?: boolean
}

export interface LoadOutcome {
  id: string
  /** What must not be so on any machine. */
  faults: string[]
  /** What depends on the machine. */
  figures: Figure[]
  notes: string[]
}

/** Runs a row with a server of its own. */
export async function runLoadRow(row: LoadRow, options: LoadOptions): Promise<LoadOutcome> {
  const cluster = row.hasOwnPostgres ? await startPostgres() : undefined
  const stage = await startStage({ ...options, postgresUrl: cluster?.url ?? options.postgresUrl })
  try {
    return await runOnStage(row, { ...options, stage, cluster })
  } finally {
    await stage.stop()
    await cluster?.stop()
  }
}

/** The same with a server that is there. */
export async function runOnStage(
  { id, run }: LoadRow,
  { stage, cluster, size, seed, minutes }: Omit<LoadOptions, 'postgresUrl'> & Pick<Load, 'cluster'> & { stage: Stage },
): Promise<LoadOutcome> {
  const outcome: LoadOutcome = { id, faults: [], figures: [], notes: [] }
  const isFull = size === 'full'
  await run({
    stage,
    cluster,
    seed,
    sized: (small, full) => (isFull ? full : small),
    lasting: (usual) => (isFull ? (minutes ?? usual) * 60_000 : SHORT_MS),
    fault: (text) => outcome.faults.push(text),
    figure: (figure) => outcome.figures.push(figure),
    note: (text) => outcome.notes.push(text),
  })
  if (!stage.isAlive()) outcome.faults.push('the server died')
  return outcome
}

/** Why a row does not hold on a machine of the design's size; empty when it does. */
export const faultsOfRow = ({ faults, figures }: LoadOutcome): string[] => [
  ...faults,
  ...figures.flatMap((figure) => faultOfFigure(figure) ?? []),
]

export const describeRow = ({ figures, notes }: LoadOutcome): string =>
  [...figures.map(figureText), ...notes].join(', ')
