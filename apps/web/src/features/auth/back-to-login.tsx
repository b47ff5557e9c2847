import type { ReactNode } from 'react'
import { HAS_ACCOUNT } from '../../shared/config/origin.ts'
import { paths } from '../../shared/config/paths.ts'
import { Link } from '../../shared/navigation/link.tsx'

/** The way back from the pages about an account, for whoever has one. */
export function BackToLogin({ children = 'Back to Login' }: { children?: ReactNode }) {
  return (
    <Link to={paths.login} also={HAS_ACCOUNT}>
      {children}
    </Link>
  )
}
