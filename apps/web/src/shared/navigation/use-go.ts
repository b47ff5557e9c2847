import { useLocation, useNavigate } from 'react-router'
import { type AccountState, keptOrigin } from '../config/origin.ts'

/** Goes to a page of ours, and hands on which one was asked for: a visitor may take several steps before the login. */
export function useGo() {
  const navigate = useNavigate()
  const { state } = useLocation()
  return (to: string, { replace = false, also }: { replace?: boolean; also?: AccountState | undefined } = {}) =>
    navigate(to, { replace, state: also ? { ...keptOrigin(state), ...also } : keptOrigin(state) })
}
