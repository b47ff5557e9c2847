import { lazy } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { paths } from '../shared/config/paths.ts'
import { AnonymousOnly } from './guards/anonymous-only.tsx'
import { SignedInOnly } from './guards/signed-in-only.tsx'
import { AuthLayout } from './layouts/auth-layout.tsx'
import { CanvasLayout } from './layouts/canvas-layout.tsx'
import { MainLayout } from './layouts/main-layout.tsx'
import { AppProviders } from './providers.tsx'

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

/** The screens to sign in and to work with: everything that needs components, forms, queries or toasts. */
export function WorkingRoutes() {
  return (
    <AppProviders>
      <Routes>
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
        <Route path={paths.dashboard} element={<Navigate to={paths.library} replace />} />
        <Route path="*" element={<Navigate to={paths.notFound} replace />} />
      </Routes>
    </AppProviders>
  )
}
