import { createRoute } from '@hono/zod-openapi'
import {
  type AccountExport,
  changePasswordSchema,
  dataResponse,
  deleteSharingAccountSchema,
  exportSchema,
  LIMITS,
  messageResponse,
  namesSchema,
  ownStorageSchema,
  profileDataSchema,
} from '@plimsoll/contract'
import type { TypedResponse } from 'hono'
import type { JSONParsed } from 'hono/utils/types'
import { holdAnswer } from '../../plugins/hold-answer.ts'
import { readJson } from '../../plugins/read-json.ts'
import { type Authenticate, json, newRouter, type UserEnv } from '../../plugins/router.ts'
import type { ProfileActions } from './profile.actions.ts'

interface RouteOptions {
  profile: ProfileActions
  authenticate: Authenticate
  /** Refuses who has a second factor and has not confirmed it. */
  confirmed: Authenticate
}

export function profileRoutes({ profile, authenticate, confirmed }: RouteOptions) {
  const common = { tags: ['Profile'], security: [{ bearer: [] }] }
  const profileAnswer = { 200: json(dataResponse(profileDataSchema), 'The profile') }
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
    request: { body: { required: true, ...json(namesSchema, 'First and last name') } },
    responses: profileAnswer,
  })
  const changePassword = createRoute({
    ...common,
    method: 'put',
    path: '/profile/change-password',
    summary: 'Change the password',
    middleware: [authenticate, confirmed, body] as const,
    request: { body: { required: true, ...json(changePasswordSchema, 'The current and the new password') } },
    responses: { 200: json(messageResponse, 'The password has changed') },
  })
  const remove = createRoute({
    ...common,
    method: 'delete',
    path: '/profile',
    summary: 'Delete the account and all its data',
    middleware: [authenticate, confirmed, body] as const,
    request: {
      body: {
        required: true,
        ...json(
          deleteSharingAccountSchema,
          'The current password, if there is one, and who gets the flows that are shared',
        ),
      },
    },
    responses: { 200: json(messageResponse, 'The account is gone') },
  })
  const storage = createRoute({
    ...common,
    method: 'get',
    path: '/profile/storage',
    summary: 'How much the user has stored, and may store',
    middleware: [authenticate] as const,
    responses: { 200: json(dataResponse(ownStorageSchema), 'Bytes, compressed') },
  })
  const exportAll = createRoute({
    ...common,
    method: 'get',
    path: '/profile/export',
    summary: 'Download all stored data of the user',
    middleware: [authenticate] as const,
    responses: { 200: json(dataResponse(exportSchema), 'The profile, every flow and every experiment') },
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
    .openapi(remove, async (context) => {
      await profile.remove(context.get('user'), context.req.valid('json'), context.get('client'))
      return context.json({ message: 'Your account has been deleted' }, 200)
    })
    .openapi(storage, async (context) => context.json({ data: await profile.storage(context.get('user')) }, 200))
    .openapi(exportAll, async (context) => {
      holdAnswer(context, LIMITS.packedFlow)
      const response = context.body(await profile.export(context.get('user')), 200, EXPORT_HEADERS)
      // The service ensures the format.
      return response as unknown as TypedResponse<JSONParsed<{ data: AccountExport }>, 200, 'json'>
    })
}

const EXPORT_HEADERS = {
  'content-type': 'application/json',
  'content-disposition': 'attachment; filename="plimsoll-export.json"',
}
