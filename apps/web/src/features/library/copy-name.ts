import { LIMITS } from '@plimsoll/contract'

/** The name of a copy, within the limit. */
export const copyName = (name: string): string => [...`Copy of ${name}`].slice(0, LIMITS.flowName).join('')
