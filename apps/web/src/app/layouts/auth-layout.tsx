import { Outlet } from 'react-router'
import { BrandLink } from '../../shared/ui/brand-link.tsx'
import { ColorSchemeButton } from '../../shared/ui/color-scheme-button.tsx'
import { Content } from './content.tsx'
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
      <Content className={classes.column}>
        <Outlet />
      </Content>
      <Footer />
    </div>
  )
}
