import { Unmapped } from '../../../../../tooling/reference-cases/reference-case.ts'
import { type EventSettings, readSettings as readSaved } from '../../../src/settings.ts'

type Told = Readonly<Record<string, unknown>>

/** What a case goes by that does not name a setting. */
const UNTOLD = { arrivals: 'open', service: 'exp', callStyle: 'pipeline', requestMix: { Read: 1 } } as const

/** Reads the settings of a case as those of a flow are read; throws `Unmapped` on what a run cannot be told. */
export function readSettings(told: Told): EventSettings {
  const { service = UNTOLD.service } = told
  const read = readSaved({
    ...UNTOLD,
    ...told,
    service: isRecord(service) ? { default: UNTOLD.service, ...service } : service,
  })
  if (read.ok) return read.settings
  throw new Unmapped(read.faults.map(({ path, message }) => `${path} ${message}`).join('; '))
}

/** Whether a run can be told it: what a run does not know is refused even where it says nothing. */
export const isSetting = (name: string): boolean => readSaved({ [name]: undefined }).ok

const isRecord = (value: unknown): value is Told => typeof value === 'object' && value !== null && !Array.isArray(value)

export const record = (value: unknown): Told => {
  if (isRecord(value)) return value
  throw new Unmapped(`${JSON.stringify(value)} is no object.`)
}

/** A list; what is none is a list of one. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

export const number = (value: unknown): number => {
  if (typeof value === 'number' && !Number.isNaN(value)) return value
  throw new Unmapped(`${JSON.stringify(value)} is no number.`)
}

export const text = (value: unknown): string => {
  if (typeof value === 'string') return value
  throw new Unmapped(`${JSON.stringify(value)} is no text.`)
}
