import { Outlet } from 'react-router'
import { Deferred } from './deferred.tsx'
import classes from './layouts.module.css'
import { TopBar } from './top-bar.tsx'

/** Top bar, and all the rest of the window for the canvas. */
export function CanvasLayout() {
  return (
    <div className={classes.window}>
      <TopBar />
      <main id="content" className={classes.canvas} tabIndex={-1}>
        <Deferred>
          <Outlet />
        </Deferred>
      </main>
    </div>
  )
}
