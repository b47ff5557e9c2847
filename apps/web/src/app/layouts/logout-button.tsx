import { type ComponentType, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../shared/config/paths.ts'
import { signOut } from './sign-out.ts'

type Question = ComponentType<{ onLeave: (leaveDevice: LeaveDevice) => void; onClose: () => void }>
/** Removes the drafts that the user of the ended session does not keep. */
type LeaveDevice = (token: string) => Promise<void>

/** The way out; asks first when it would cost unsaved work. What it asks with comes on demand. */
export function LogoutButton({ className }: { className: string }) {
  const [Question, setQuestion] = useState<Question | null>(null)
  const isPreparing = useRef(false)
  const navigate = useNavigate()
  const leave = (leaveDevice: LeaveDevice = async () => {}) => {
    const token = signOut()
    if (token !== null) leaveDevice(token).catch(() => {})
    navigate(paths.login)
  }
  const press = async () => {
    if (isPreparing.current) return
    isPreparing.current = true
    try {
      const { prepareLogout } = await import('./logout-question.tsx')
      const { needed, leaveDevice } = await prepareLogout()
      if (needed) setQuestion(() => needed)
      else leave(leaveDevice)
    } catch {
      // Nobody can be asked, so nothing is removed: the same user finds it again.
      leave()
    } finally {
      isPreparing.current = false
    }
  }
  return (
    <>
      <button type="button" className={className} onClick={press}>
        Logout
      </button>
      {Question && <Question onLeave={leave} onClose={() => setQuestion(null)} />}
    </>
  )
}
