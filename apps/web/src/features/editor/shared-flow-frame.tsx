import type { ReactNode } from 'react'
import { BrandLink } from '../../shared/ui/brand-link.tsx'
import { ColorSchemeButton } from '../../shared/ui/color-scheme-button.tsx'
import classes from './shared-flow.module.css'

/** What stands around everything on the page of a link. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <main className={classes.page}>
      <header className={classes.bar}>
        <BrandLink />
        <ColorSchemeButton />
      </header>
      {children}
    </main>
  )
}
