import { int } from '../descriptors.ts'

export const port = int({
  label: 'Port',
  help: 'Where the target listens, for the record.',
  section: 'connection',
  min: 0,
  max: 65_535,
  default: 8080,
  effect: { ignored: 'address' },
})
