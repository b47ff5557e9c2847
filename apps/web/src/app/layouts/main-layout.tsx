import { Outlet } from 'react-router'
import { Deferred } from './deferred.tsx'
import { Footer } from './footer.tsx'
import classes from './layouts.module.css'
import { TopBar } from './top-bar.tsx'

/** Top bar, content, footer. */
export function MainLayout() {
  return (
    <div className={classes.frame}>
      <TopBar />
      <main id="content" className={classes.content} tabIndex={-1}>
        <Deferred>
          <Outlet />
        </Deferred>
      </main>
      <Footer />
    </div>
  )
}
