import { Outlet } from 'react-router'
import { Content } from './content.tsx'
import { Footer } from './footer.tsx'
import classes from './layouts.module.css'
import { TopBar } from './top-bar.tsx'

/** Top bar, content, footer. */
export function MainLayout() {
  return (
    <div className={classes.frame}>
      <TopBar />
      <Content className={classes.content}>
        <Outlet />
      </Content>
      <Footer />
    </div>
  )
}
