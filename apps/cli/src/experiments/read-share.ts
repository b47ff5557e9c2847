import type { Call } from '../command.ts'

/** An option that is a share such as `20%`; null: it is not given, or wrong, which is added to the faults. */
export function readShare(call: Call, option: string, faults: string[]): number | null {
  const [text] = call.texts(option)
  if (text === undefined) return null
  const [, number = Number.NaN] = /^(\d+(?:\.\d+)?)\s*%$/.exec(text.trim()) ?? []
  const share = Number(number) / 100
  if (share > 0 && share < 1) return share
  faults.push(`--${option} must be above 0% and below 100%, such as 20%`)
  return null
}
