import type { ReactNode } from 'react'
import { Link } from '../navigation/link.tsx'
import classes from './link-button.module.css'

type LinkButtonProps = {
  children: ReactNode
  look?: 'filled' | 'outline' | 'quiet'
  size?: 'medium' | 'large'
} & ({ to: string } | { onClick: () => void })

/** The button of the light screens, which do without the component library: goes somewhere, or does something. */
export function LinkButton({ children, look = 'filled', size = 'medium', ...action }: LinkButtonProps) {
  const shared = { className: classes.root, 'data-look': look, 'data-size': size }
  return 'to' in action ? (
    <Link to={action.to} {...shared}>
      {children}
    </Link>
  ) : (
    <button type="button" onClick={action.onClick} {...shared}>
      {children}
    </button>
  )
}
