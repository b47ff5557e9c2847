import { type CreateExperimentRequest, LIMITS } from '@plimsoll/contract'
import { parseFlow } from '@plimsoll/flow'
import { ApiError } from '../../errors.ts'

/** Throws with every fault and its path. */
export function checkDesigns({ design, other }: CreateExperimentRequest): void {
  const errors = Object.entries({ design, other }).flatMap(([member, one]) => {
    const parsed = one && parseFlow(one)
    if (!parsed || parsed.ok) return []
    return parsed.faults.map(({ path, message }) => [`${member}.${path}`, message] as const)
  })
  if (errors.length === 0) return
  throw new ApiError('validation/experiment', { errors: Object.fromEntries(errors.slice(0, LIMITS.reportedFaults)) })
}
