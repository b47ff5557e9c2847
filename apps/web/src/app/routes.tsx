import { lazy } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { LandingPage } from '../features/landing/landing.page.tsx'
import { NotFoundPage } from '../features/not-found/not-found.page.tsx'
import { paths } from '../shared/config/paths.ts'
import { AnonymousOnly } from './guards/anonymous-only.tsx'
import { SignedInOnly } from './guards/signed-in-only.tsx'
import { AuthLayout } from './layouts/auth-layout.tsx'
import { CanvasLayout } from './layouts/canvas-layout.tsx'
import { Deferred } from './layouts/deferred.tsx'
import { MainLayout } from './layouts/main-layout.tsx'

const AppProviders = lazy(() => import('./providers.tsx').then((module) => ({ default: module.AppProviders })))
const LoginPage = lazy(() =>
  import('../features/auth/login.page.tsx').then((module) => ({ default: module.LoginPage })),
)
const LibraryPage = lazy(() =>
  import('../features/library/library.page.tsx').then((module) => ({ default: module.LibraryPage })),
)
const ProfilePage = lazy(() =>
  import('../features/profile/profile.page.tsx').then((module) => ({ default: module.ProfilePage })),
)
const FlowEditorRoute = lazy(() =>
  import('./flow-editor.route.tsx').then((module) => ({ default: module.FlowEditorRoute })),
)

/**
 * Which screen stands at which address. The public screens come with the entry; everything that needs forms, queries or toasts
 * is loaded on demand, under `AppProviders`.
 */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<MainLayout />}>
        <Route path={paths.landing} element={<LandingPage />} />
        <Route path={paths.notFound} element={<NotFoundPage />} />
      </Route>
      <Route
        element={
          <Deferred>
            <AppProviders />
          </Deferred>
        }
      >
        <Route element={<AnonymousOnly />}>
          <Route element={<AuthLayout />}>
            <Route path={paths.login} element={<LoginPage />} />
          </Route>
        </Route>
        <Route element={<SignedInOnly />}>
          <Route element={<MainLayout />}>
            <Route path={paths.library} element={<LibraryPage />} />
            <Route path={paths.profile} element={<ProfilePage />} />
          </Route>
          <Route element={<CanvasLayout />}>
            <Route path={paths.editor} element={<FlowEditorRoute />} />
          </Route>
        </Route>
      </Route>
      <Route path={paths.dashboard} element={<Navigate to={paths.library} replace />} />
      <Route path="*" element={<Navigate to={paths.notFound} replace />} />
    </Routes>
  )
}
