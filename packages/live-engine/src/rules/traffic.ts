import { TRAFFIC } from '@plimsoll/simulation'
import type { Pattern } from '../kinds/behaviour.ts'
import type { Multiplier } from '../model.ts'

/** What the pattern of a client does to its rate. */
export const MULTIPLIERS: Readonly<Record<Pattern, Multiplier>> = {
  Steady: () => 1,
  Bursty: ({ burstFactor }, timeMs) => (timeMs % TRAFFIC.bursty.everyMs < TRAFFIC.bursty.lastingMs ? burstFactor : 1),
  Periodic: ({ periodSeconds }, timeMs) =>
    1 + TRAFFIC.periodic.amplitude * Math.sin((2 * Math.PI * timeMs) / (periodSeconds * 1000)),
  Random: (_traffic, _timeMs, rng) => TRAFFIC.random.from + (TRAFFIC.random.to - TRAFFIC.random.from) * rng(),
}
