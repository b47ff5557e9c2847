import { lazy } from 'react'
import { Route, Routes } from 'react-router'
import { LandingPage } from '../features/landing/landing.page.tsx'
import { paths } from '../shared/config/paths.ts'
import { Deferred } from './layouts/deferred.tsx'
import { MainLayout } from './layouts/main-layout.tsx'

const NotFoundPage = lazy(() =>
  import('../features/not-found/not-found.page.tsx').then((module) => ({ default: module.NotFoundPage })),
)
const LiveEngineHelpPage = lazy(() =>
  import('../features/help/live-engine-help.page.tsx').then((module) => ({ default: module.LiveEngineHelpPage })),
)
const WorkingRoutes = lazy(() => import('./working-routes.tsx').then((module) => ({ default: module.WorkingRoutes })))

/** Which screen stands at which address: the public ones, which come with the entry, and the way to all others. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<MainLayout />}>
        <Route path={paths.landing} element={<LandingPage />} />
        <Route path={paths.liveEngineHelp} element={<LiveEngineHelpPage />} />
        <Route path={paths.notFound} element={<NotFoundPage />} />
      </Route>
      <Route
        path="*"
        element={
          <Deferred>
            <WorkingRoutes />
          </Deferred>
        }
      />
    </Routes>
  )
}
