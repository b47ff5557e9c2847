import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './banner.module.css'

const bannerVariants = ['error', 'warning', 'success', 'info'] as const
type BannerVariant = (typeof bannerVariants)[number]

const icons = {
  error: CircleAlert,
  warning: TriangleAlert,
  success: CircleCheck,
  info: Info,
} satisfies Record<BannerVariant, LucideIcon>

type BannerProps = { variant: BannerVariant; children: ReactNode; onClose?: () => void }

/** A message in the flow of the page. Errors and warnings interrupt a screen reader, the others wait their turn. */
export function Banner({ variant, children, onClose }: BannerProps) {
  const Icon = icons[variant]
  const urgent = variant === 'error' || variant === 'warning'
  return (
    <div className={classes.root} data-variant={variant} role={urgent ? 'alert' : 'status'}>
      <Icon size={16} className={classes.icon} />
      <div className={classes.body}>{children}</div>
      {onClose && (
        <button type="button" className={classes.close} aria-label="Dismiss" onClick={onClose}>
          <X size={14} />
        </button>
      )}
    </div>
  )
}
