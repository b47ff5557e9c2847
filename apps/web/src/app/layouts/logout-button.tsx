import { type ComponentType, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../shared/config/paths.ts'
import { endSession, useSession } from '../../stores/session.ts'
import { hasUnsavedWork } from '../../stores/unsaved-work.ts'
import { signOut } from '../sign-out.ts'
import type { LogoutQuestionProps } from './logout-question.tsx'

interface Asking {
  readonly Question: ComponentType<LogoutQuestionProps>
  readonly others: number
}

/** The way out; asks first when it would cost unsaved work. What it asks with comes on demand. */
export function LogoutButton({ className }: { className: string }) {
  const [asking, setAsking] = useState<Asking | null>(null)
  const isLeaving = useRef(false)
  const navigate = useNavigate()
  const leave = (end?: () => void) => {
    signOut(end)
    navigate(paths.login)
  }
  const press = async () => {
    if (isLeaving.current) return
    isLeaving.current = true
    try {
      const others = await countOthers()
      if (others === 0 && !hasUnsavedWork()) return leave()
      const { LogoutQuestion } = await import('./logout-question.tsx')
      setAsking({ Question: LogoutQuestion, others })
    } catch {
      // Nobody can be asked, so the work is neither shown nor dropped: the same user finds it again.
      leave(endSession)
    } finally {
      isLeaving.current = false
    }
  }
  return (
    <>
      <button type="button" className={className} onClick={press}>
        Logout
      </button>
      {asking && (
        <asking.Question
          isBoardUnsaved={hasUnsavedWork()}
          others={asking.others}
          onLeave={() => leave()}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}

/** How many boards with unsaved work this device keeps besides the one on the screen. */
async function countOthers(): Promise<number> {
  const { token } = useSession.getState()
  if (token === null) return 0
  const { boardsAtStake } = await import('../../stores/drafts/forget.ts')
  return (await boardsAtStake(token)).length
}
