import { createRoute } from '@hono/zod-openapi'
import {
  type ChangePasswordRequest,
  changePasswordSchema,
  dataAnswer,
  LIMITS,
  messageAnswer,
  type Profile,
  type ProfileUpdate,
  profileDataSchema,
  profileSchema,
} from '@plimsoll/contract'
import { readJson } from '../../plugins/read-json.ts'
import { type Authenticate, json, newRouter, type SignedInUser, type UserEnv } from '../../plugins/router.ts'

/** What these routes need done. */
export interface ProfileActions {
  show(user: SignedInUser): Promise<Profile>
  update(user: SignedInUser, names: ProfileUpdate): Promise<Profile>
  /** Ends the user's other sessions. Throws when the current password is wrong. */
  changePassword(user: SignedInUser, change: ChangePasswordRequest): Promise<void>
}

export function profileRoutes({ profile, authenticate }: { profile: ProfileActions; authenticate: Authenticate }) {
  const common = { tags: ['Profile'], security: [{ bearer: [] }] }
  const profileAnswer = { 200: json(dataAnswer(profileDataSchema), 'The profile') }
  const body = readJson({ maxBytes: LIMITS.body })

  const show = createRoute({
    ...common,
    method: 'get',
    path: '/profile',
    summary: 'Read the profile',
    middleware: [authenticate] as const,
    responses: profileAnswer,
  })
  const update = createRoute({
    ...common,
    method: 'put',
    path: '/profile',
    summary: 'Change the names',
    middleware: [authenticate, body] as const,
    request: { body: { required: true, ...json(profileSchema, 'First and last name') } },
    responses: profileAnswer,
  })
  const changePassword = createRoute({
    ...common,
    method: 'put',
    path: '/profile/change-password',
    summary: 'Change the password',
    middleware: [authenticate, body] as const,
    request: { body: { required: true, ...json(changePasswordSchema, 'The current and the new password') } },
    responses: { 200: json(messageAnswer, 'The password has changed') },
  })

  return newRouter<UserEnv>()
    .openapi(show, async (context) => context.json({ data: await profile.show(context.get('user')) }, 200))
    .openapi(update, async (context) => {
      const data = await profile.update(context.get('user'), context.req.valid('json'))
      return context.json({ data, message: 'Profile updated successfully' }, 200)
    })
    .openapi(changePassword, async (context) => {
      await profile.changePassword(context.get('user'), context.req.valid('json'))
      return context.json({ message: 'Password changed successfully' }, 200)
    })
}
