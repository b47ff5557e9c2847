import type { SaveFault } from '@plimsoll/contract'
import { ApiError } from '../../errors.ts'

/** Why a save failed, for those who draw; undefined where the next attempt may do it at once. */
export function saveFaultOf(error: unknown): SaveFault | undefined {
  if (!(error instanceof ApiError)) return 'failed'
  if (error.code === 'api/busy') return undefined
  if (error.code === 'validation/storage') return 'storage'
  return error.code === 'client/too-large' ? 'too-large' : 'failed'
}
