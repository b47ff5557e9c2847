import { LIMITS } from '@plimsoll/contract'

const SUFFIX = ' (copy)'

/** A name for a copy of a flow, no longer than the name of a flow may be; lengths are in code points. */
export function copyName(name: string): string {
  const kept = [...name.trim()].slice(0, LIMITS.flowName - SUFFIX.length)
  return `${kept.join('').trimEnd()}${SUFFIX}`
}
