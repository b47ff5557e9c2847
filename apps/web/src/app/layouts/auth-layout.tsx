import { Outlet } from 'react-router'
import { BrandLink } from '../../shared/ui/brand-link.tsx'
import { ColorSchemeButton } from '../../shared/ui/color-scheme-button.tsx'
import { Deferred } from './deferred.tsx'
import { Footer } from './footer.tsx'
import classes from './layouts.module.css'

/** A narrow centred column with footer, for login and its relatives. */
export function AuthLayout() {
  return (
    <div className={`${classes.frame} ${classes.sea}`}>
      <header className={classes.authBar}>
        <BrandLink />
        <ColorSchemeButton />
      </header>
      <main id="content" className={classes.column} tabIndex={-1}>
        <Deferred>
          <Outlet />
        </Deferred>
      </main>
      <Footer />
    </div>
  )
}
