/** A fault in the settings: where (a dotted path) and what. */
export interface SettingsFault {
  readonly path: string
  readonly message: string
}

export type Report = (path: string, message: string) => void

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Range {
  readonly min?: number
  readonly max?: number
  /** What null stands for; without it null is a fault. */
  readonly orNull?: number
}

/** Reads one setting after the other from an object; what is absent is at its default, what is wrong is reported. */
export class Reader {
  readonly #values: Readonly<Record<string, unknown>>
  readonly #path: string
  readonly #report: Report
  readonly #known = new Set<string>()

  constructor(values: Readonly<Record<string, unknown>>, path: string, report: Report) {
    this.#values = values
    this.#path = path
    this.#report = report
  }

  has(name: string): boolean {
    this.#known.add(name)
    return this.#values[name] !== undefined
  }

  raw(name: string): unknown {
    this.#known.add(name)
    return this.#values[name]
  }

  path(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`
  }

  fault(name: string, message: string): void {
    this.#report(this.path(name), message)
  }

  number(name: string, absent: number, { min = 0, max = 1e12, orNull }: Range = {}): number {
    const value = this.raw(name)
    if (value === undefined) return absent
    if (value === null && orNull !== undefined) return orNull
    if (typeof value === 'number' && value >= min && value <= max) return value
    this.fault(name, `must be a number from ${min} to ${max}`)
    return absent
  }

  flag(name: string, absent: boolean): boolean {
    const value = this.raw(name)
    if (value === undefined || typeof value === 'boolean') return value ?? absent
    this.fault(name, 'must be true or false')
    return absent
  }

  choice<const V extends string>(name: string, absent: NoInfer<V>, options: readonly V[]): V {
    const value = this.raw(name)
    if (value === undefined) return absent
    const chosen = options.find((option) => option === value)
    if (chosen === undefined) this.fault(name, `must be one of ${options.join(', ')}`)
    return chosen ?? absent
  }

  /** Reports every name that nothing has asked for. */
  finish(): void {
    for (const name of Object.keys(this.#values)) {
      if (!this.#known.has(name)) this.fault(name, 'is not a setting of the event engine')
    }
  }
}
