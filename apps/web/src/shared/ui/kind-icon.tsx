import type { NodeType } from '@plimsoll/catalog'
import type { CSSProperties } from 'react'
import classes from './kind-icon.module.css'
import { kindLooks } from './kind-looks.ts'

/** The icon of a kind of node on the tint of its hue. */
export function KindIcon({ type, size = 28 }: { type: NodeType; size?: number }) {
  const { Icon, hue } = kindLooks[type]
  const style = { '--hue': `var(--kind-${hue})`, '--tint': `var(--kind-${hue}-soft)`, '--size': `${size}px` }
  return (
    <span className={classes.root} style={style as CSSProperties} aria-hidden="true">
      <Icon size={Math.round(size * 0.57)} strokeWidth={2} />
    </span>
  )
}
