import { Outlet } from 'react-router'
import { Content } from './content.tsx'
import classes from './layouts.module.css'
import { TopBar } from './top-bar.tsx'

/** Top bar, and all the rest of the window for the canvas. */
export function CanvasLayout() {
  return (
    <div className={classes.window}>
      <TopBar />
      <Content className={classes.canvas}>
        <Outlet />
      </Content>
    </div>
  )
}
