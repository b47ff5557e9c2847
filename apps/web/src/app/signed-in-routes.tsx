import { lazy } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { mailedPaths } from '../shared/config/mailed-paths.ts'
import { paths } from '../shared/config/paths.ts'
import { SignedInOnly } from './guards/signed-in-only.tsx'
import { AuthLayout } from './layouts/auth-layout.tsx'
import { CanvasLayout } from './layouts/canvas-layout.tsx'
import { MainLayout } from './layouts/main-layout.tsx'

const AdministratorPage = lazy(() =>
  import('../features/auth/administrator.page.tsx').then((module) => ({ default: module.AdministratorPage })),
)
const InvitationPage = lazy(() =>
  import('../features/auth/invitation.page.tsx').then((module) => ({ default: module.InvitationPage })),
)
const AdministrationPage = lazy(() =>
  import('../features/administration/administration.page.tsx').then((module) => ({
    default: module.AdministrationPage,
  })),
)
const LibraryRoute = lazy(() => import('./library.route.tsx').then((module) => ({ default: module.LibraryRoute })))
const BinPage = lazy(() => import('../features/library/bin.page.tsx').then((module) => ({ default: module.BinPage })))
const TeamsPage = lazy(() =>
  import('../features/teams/teams.page.tsx').then((module) => ({ default: module.TeamsPage })),
)
const TeamPage = lazy(() => import('../features/teams/team.page.tsx').then((module) => ({ default: module.TeamPage })))
const ProfilePage = lazy(() =>
  import('../features/profile/profile.page.tsx').then((module) => ({ default: module.ProfilePage })),
)
const FlowEditorRoute = lazy(() =>
  import('./flow-editor.route.tsx').then((module) => ({ default: module.FlowEditorRoute })),
)

/** The screens of those who are signed in, and the links that make somebody an administrator or invite them. */
export function SignedInRoutes() {
  return (
    <Routes>
      <Route element={<AuthLayout />}>
        <Route path={paths.administrator} element={<AdministratorPage />} />
        <Route path={mailedPaths.invitation} element={<InvitationPage />} />
      </Route>
      <Route element={<SignedInOnly />}>
        <Route element={<MainLayout />}>
          <Route path={paths.library} element={<LibraryRoute />} />
          <Route path={paths.bin} element={<BinPage />} />
          <Route path={paths.teams} element={<TeamsPage />} />
          <Route path={paths.team} element={<TeamPage />} />
          <Route path={paths.profile} element={<ProfilePage />} />
          <Route path={paths.administration} element={<AdministrationPage />} />
        </Route>
        <Route element={<CanvasLayout />}>
          {[paths.editor, paths.flow, paths.flowPrediction].map((path) => (
            <Route key={path} path={path} element={<FlowEditorRoute />} />
          ))}
        </Route>
      </Route>
      <Route path={paths.dashboard} element={<Navigate to={paths.library} replace />} />
      <Route path="*" element={<Navigate to={paths.notFound} replace />} />
    </Routes>
  )
}
