import { type ComponentType, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../shared/config/paths.ts'
import { endSession } from '../../stores/session.ts'
import { signOut } from './sign-out.ts'

type Question = ComponentType<{ onLeave: () => void; onClose: () => void }>

/** The way out; asks first when it would cost unsaved work. What it asks with comes on demand. */
export function LogoutButton({ className }: { className: string }) {
  const [Question, setQuestion] = useState<Question | null>(null)
  const navigate = useNavigate()
  const leave = (end?: () => void) => {
    signOut(end)
    navigate(paths.login)
  }
  const press = async () => {
    try {
      const { questionBeforeLogout } = await import('./logout-question.tsx')
      const needed = await questionBeforeLogout()
      if (needed) setQuestion(() => needed)
      else leave()
    } catch {
      // Nobody can be asked, so the work is neither shown nor dropped: the same user finds it again.
      leave(endSession)
    }
  }
  return (
    <>
      <button type="button" className={className} onClick={press}>
        Logout
      </button>
      {Question && <Question onLeave={() => leave()} onClose={() => setQuestion(null)} />}
    </>
  )
}
