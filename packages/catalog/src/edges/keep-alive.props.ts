import { flag, number } from '../descriptors.ts'

export const keepAliveEnabled = flag({
  label: 'Keep-alive',
  help: 'Probe an idle connection so that it stays open.',
  section: 'connection',
  default: true,
  effect: { ignored: 'idleConnection' },
})

export const keepAliveTimeMs = number({
  label: 'Keep-alive interval',
  help: 'Idle time before the next probe.',
  section: 'connection',
  unit: 'ms',
  min: 1000,
  default: 60_000,
  effect: { ignored: 'idleConnection' },
})
