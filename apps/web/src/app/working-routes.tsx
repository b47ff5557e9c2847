import { lazy } from 'react'
import { Route, Routes } from 'react-router'
import { mailedPaths } from '../shared/config/mailed-paths.ts'
import { paths } from '../shared/config/paths.ts'
import { EditorSessionHolder } from './editor-session/editor-session-holder.tsx'
import { AnonymousOnly } from './guards/anonymous-only.tsx'
import { LinkOrAnonymous } from './guards/link-or-anonymous.tsx'
import { AuthLayout } from './layouts/auth-layout.tsx'
import { Deferred } from './layouts/deferred.tsx'
import { MainLayout } from './layouts/main-layout.tsx'
import { AppProviders } from './providers.tsx'

const LoginPage = lazy(() =>
  import('../features/auth/login.page.tsx').then((module) => ({ default: module.LoginPage })),
)
const SingleSignOnPage = lazy(() =>
  import('../features/auth/single-sign-on.page.tsx').then((module) => ({ default: module.SingleSignOnPage })),
)
const RegisterPage = lazy(() =>
  import('../features/auth/register.page.tsx').then((module) => ({ default: module.RegisterPage })),
)
const VerifyEmailPage = lazy(() =>
  import('../features/auth/verify-email.page.tsx').then((module) => ({ default: module.VerifyEmailPage })),
)
const ConfirmEmailPage = lazy(() =>
  import('../features/auth/confirm-email.page.tsx').then((module) => ({ default: module.ConfirmEmailPage })),
)
const ResendVerificationPage = lazy(() =>
  import('../features/auth/resend-verification.page.tsx').then((module) => ({
    default: module.ResendVerificationPage,
  })),
)
const ForgotPasswordPage = lazy(() =>
  import('../features/auth/forgot-password.page.tsx').then((module) => ({ default: module.ForgotPasswordPage })),
)
const ResetPasswordPage = lazy(() =>
  import('../features/auth/reset-password.page.tsx').then((module) => ({ default: module.ResetPasswordPage })),
)
const OutboxPage = lazy(() =>
  import('../features/outbox/outbox.page.tsx').then((module) => ({ default: module.OutboxPage })),
)
const SharedFlowPage = lazy(() =>
  import('../features/editor/shared-flow.page.tsx').then((module) => ({ default: module.SharedFlowPage })),
)
/** Apart, so that who signs in need not fetch the names of all other screens. */
const SignedInRoutes = lazy(() =>
  import('./signed-in-routes.tsx').then((module) => ({ default: module.SignedInRoutes })),
)

/** The screens to sign in and to work with: everything that needs components, forms, queries or toasts. */
export function WorkingRoutes() {
  return (
    <AppProviders>
      <EditorSessionHolder>
        <Routes>
          <Route element={<AnonymousOnly />}>
            <Route element={<AuthLayout />}>
              <Route path={paths.login} element={<LoginPage />} />
              <Route path={paths.register} element={<RegisterPage />} />
              <Route path={paths.resendVerification} element={<ResendVerificationPage />} />
              <Route path={paths.forgotPassword} element={<ForgotPasswordPage />} />
            </Route>
          </Route>
          <Route element={<AuthLayout />}>
            <Route path={paths.singleSignOn} element={<SingleSignOnPage />} />
            <Route path={mailedPaths.confirmEmail} element={<ConfirmEmailPage />} />
          </Route>
          <Route element={<LinkOrAnonymous />}>
            <Route element={<AuthLayout />}>
              <Route path={paths.resetPassword} element={<ResetPasswordPage />} />
            </Route>
          </Route>
          <Route element={<LinkOrAnonymous elsewhere={paths.dashboard} />}>
            <Route element={<AuthLayout />}>
              <Route path={paths.verifyEmail} element={<VerifyEmailPage />} />
            </Route>
          </Route>
          <Route element={<MainLayout />}>
            <Route path={paths.outbox} element={<OutboxPage />} />
          </Route>
          <Route
            path={paths.sharedFlow}
            element={
              <Deferred>
                <SharedFlowPage />
              </Deferred>
            }
          />
          <Route
            path="*"
            element={
              <Deferred>
                <SignedInRoutes />
              </Deferred>
            }
          />
        </Routes>
      </EditorSessionHolder>
    </AppProviders>
  )
}
