/** Why a simulated request fails, in the order in which the live engine looks for it. */
export const FAILURE_REASONS = [
  'Timeout - exceeded maximum lifetime',
  'Exceeded maximum retry attempts',
  'Current node not found',
  'Node overload',
  'Random node failure',
  'Next node not found',
  'Next edge not found',
  'Network congestion',
  'Edge Failure Probability',
] as const

export type FailureReason = (typeof FAILURE_REASONS)[number]

/** What a failure without a reason is counted under. */
export const UNKNOWN_FAILURE = 'Unknown Error'
