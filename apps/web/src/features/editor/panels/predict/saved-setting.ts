import type { Flow } from '@plimsoll/flow'

type Saved = NonNullable<Flow['simulation']>

/** What the design keeps under a setting's name; `catalogue.items` is a member of a member. Undefined: the default. */
export function savedSetting(simulation: Saved | undefined, name: string): unknown {
  const [member = '', inner] = name.split('.')
  const value = simulation?.[member]
  return inner === undefined ? value : isRecord(value) ? value[inner] : undefined
}

/** The change that keeps a value under a setting's name; undefined takes it away. */
export function settingChange(simulation: Saved | undefined, name: string, value: unknown) {
  const [member = '', inner] = name.split('.')
  if (inner === undefined) return { type: 'set-simulation', name: member, value } as const
  const before = simulation?.[member]
  const { [inner]: _, ...others } = isRecord(before) ? before : {}
  const members = value === undefined ? others : { ...others, [inner]: value }
  const isEmpty = Object.keys(members).length === 0
  return { type: 'set-simulation', name: member, value: isEmpty ? undefined : members } as const
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
