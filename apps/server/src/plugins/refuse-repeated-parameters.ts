import { ApiError } from '../errors.ts'
import type { Step } from './before.ts'

/** A parameter given twice says two things, and whoever reads it next may take the other one. */
export const refuseRepeatedParameters: Step = ({ req }) => {
  const isRepeated = req.url.includes('?') && Object.values(req.queries()).some((values) => values.length > 1)
  if (isRepeated) throw new ApiError('client/bad-request', { message: 'The address gives a parameter twice.' })
}
