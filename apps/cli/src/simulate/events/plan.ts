import type { Flow } from '@plimsoll/flow'
import { type EventSettings, MOST_SEED, readSettings } from '@plimsoll/simulation'
import { UsageError } from '../../command.ts'
import { describeFaults } from '../flow-file.ts'
import { DEFAULTS, MOST_REPLICATIONS, type SimulateOptions, warmUpMs } from '../options.ts'

/** What is to be run. */
export interface Plan {
  readonly settings: EventSettings
  readonly replications: number
  readonly seed: number
}

/** What was said, else what is saved with the flow, else the defaults; throws a UsageError that tells what is wrong. */
export function planOf(flow: Flow, options: SimulateOptions): Plan {
  const read = readSettings(flow.simulation)
  const saved = flow.simulation ?? {}
  const faults = [
    ...wholeFaults(saved, 'replications', { min: 1, max: MOST_REPLICATIONS }),
    ...wholeFaults(saved, 'seed', { min: 0, max: MOST_SEED }),
  ]
  if (!read.ok || faults.length > 0) {
    const all = [...(read.ok ? [] : read.faults.map(({ path, message }) => `${path} ${message}`)), ...faults]
    throw new UsageError(describeFaults('The settings of the simulation that are saved with the flow are wrong:', all))
  }
  const { settings } = read
  const durationMs = options.durationMs ?? (saved.durationS === undefined ? DEFAULTS.durationMs : settings.durationMs)
  // A saved warm-up keeps its share of another duration.
  const kept = { share: settings.warmUpMs / settings.durationMs }
  const warmUp = options.warmUp === null || options.warmUp === 'auto' ? kept : options.warmUp
  return {
    settings: { ...settings, durationMs, warmUpMs: warmUpMs(warmUp, durationMs) },
    replications: options.replications ?? (saved.replications as number | undefined) ?? DEFAULTS.replications,
    seed: options.seed ?? (saved.seed as number | undefined) ?? DEFAULTS.seed,
  }
}

function wholeFaults(
  saved: Readonly<Record<string, unknown>>,
  name: string,
  { min, max }: { min: number; max: number },
): readonly string[] {
  const value = saved[name]
  const isFine = value === undefined || (Number.isInteger(value) && Number(value) >= min && Number(value) <= max)
  return isFine ? [] : [`simulation.${name} must be a whole number from ${min} to ${max}`]
}
