import type { EventSettings } from '../settings.ts'

/**
 * Whether recorded requests, or changes of the load or faults at set times, leave no state that lasts. Breakdowns come by chance all the
 * time.
 */
export const isPlanned = ({ load, faults, recorded }: Pick<EventSettings, 'load' | 'faults' | 'recorded'>): boolean =>
  load.length + recorded.length > 0 || faults.some(({ kind }) => kind !== 'breakdowns')
