import { createRoute } from '@hono/zod-openapi'
import {
  confirmationSchema,
  dataResponse,
  factorsSchema,
  LIMITS,
  messageResponse,
  newPasskeySchema,
  passkeyConfirmationSchema,
  passkeyOptionsSchema,
  recoveryCodesSchema,
  totpCodeSchema,
  totpSecretSchema,
} from '@plimsoll/contract'
import { readJson } from '../../plugins/read-json.ts'
import { type Authenticate, json, newRouter, PATH_ID, type UserEnv } from '../../plugins/router.ts'
import type { ConfirmationActions, FactorActions } from './factors.actions.ts'

interface RouteOptions {
  factors: FactorActions
  confirmation: ConfirmationActions
  authenticate: Authenticate
  /** Refuses who has not confirmed who they are. */
  alwaysConfirmed: Authenticate
}

export function factorRoutes({ factors, confirmation, authenticate, alwaysConfirmed }: RouteOptions) {
  const common = { tags: ['Second factors'], security: [{ bearer: [] }] }
  const body = readJson({ maxBytes: LIMITS.body })
  const codes = json(dataResponse(recoveryCodesSchema), 'It is there; with the first factor come recovery codes')

  const list = createRoute({
    ...common,
    method: 'get',
    path: '/profile/factors',
    summary: 'List what the user signs in with',
    middleware: [authenticate] as const,
    responses: { 200: json(dataResponse(factorsSchema), 'Passkeys, authenticator app and recovery codes') },
  })
  const passkeyCreation = createRoute({
    ...common,
    method: 'post',
    path: '/profile/passkeys/options',
    summary: 'Ask what to make a passkey with',
    middleware: [authenticate, alwaysConfirmed] as const,
    responses: { 200: json(dataResponse(passkeyOptionsSchema), 'Options of Web Authentication') },
  })
  const addPasskey = createRoute({
    ...common,
    method: 'post',
    path: '/profile/passkeys',
    summary: 'Add a passkey',
    middleware: [authenticate, alwaysConfirmed, body] as const,
    request: { body: { required: true, ...json(newPasskeySchema, 'Its name, and what the browser made') } },
    responses: { 201: codes },
  })
  const removePasskey = createRoute({
    ...common,
    method: 'delete',
    path: '/profile/passkeys/{id}',
    summary: 'Remove a passkey',
    middleware: [authenticate, alwaysConfirmed] as const,
    parameters: [PATH_ID],
    responses: { 200: json(messageResponse, 'The passkey is removed') },
  })
  const offerApp = createRoute({
    ...common,
    method: 'post',
    path: '/profile/authenticator',
    summary: 'Ask for the secret of a new authenticator app',
    middleware: [authenticate, alwaysConfirmed] as const,
    responses: { 200: json(dataResponse(totpSecretSchema), 'The secret; it counts once a code of it is confirmed') },
  })
  const confirmApp = createRoute({
    ...common,
    method: 'put',
    path: '/profile/authenticator',
    summary: 'Turn the authenticator app on, by its first code',
    middleware: [authenticate, alwaysConfirmed, body] as const,
    request: { body: { required: true, ...json(totpCodeSchema, 'The code that it shows') } },
    responses: { 200: codes },
  })
  const removeApp = createRoute({
    ...common,
    method: 'delete',
    path: '/profile/authenticator',
    summary: 'Turn the authenticator app off, by password and code',
    middleware: [authenticate, body] as const,
    request: { body: { required: true, ...json(confirmationSchema, 'Password and code') } },
    responses: { 200: json(messageResponse, 'It is off') },
  })
  const renewCodes = createRoute({
    ...common,
    method: 'post',
    path: '/profile/recovery-codes',
    summary: 'Make new recovery codes in place of the present ones',
    middleware: [authenticate, alwaysConfirmed] as const,
    responses: { 200: codes },
  })
  const confirm = createRoute({
    ...common,
    method: 'post',
    path: '/profile/confirmation',
    summary: 'Confirm who is signed in, by password and code, for ten minutes',
    middleware: [authenticate, body] as const,
    request: { body: { required: true, ...json(confirmationSchema, 'Password and code') } },
    responses: { 200: json(messageResponse, 'Confirmed') },
  })
  const confirmOptions = createRoute({
    ...common,
    method: 'post',
    path: '/profile/confirmation/passkey-options',
    summary: 'Ask what to confirm with a passkey',
    middleware: [authenticate] as const,
    responses: { 200: json(dataResponse(passkeyOptionsSchema), 'Options of Web Authentication') },
  })
  const confirmByPasskey = createRoute({
    ...common,
    method: 'post',
    path: '/profile/confirmation/passkey',
    summary: 'Confirm who is signed in, by a passkey, for ten minutes',
    middleware: [authenticate, body] as const,
    request: { body: { required: true, ...json(passkeyConfirmationSchema, 'What the authenticator signed') } },
    responses: { 200: json(messageResponse, 'Confirmed') },
  })

  return newRouter<UserEnv>()
    .openapi(list, async (context) => context.json({ data: await factors.list(context.get('user')) }, 200))
    .openapi(passkeyCreation, async (context) =>
      context.json({ data: await factors.passkeyCreation(context.get('user')) }, 200),
    )
    .openapi(addPasskey, async (context) => {
      const data = await factors.addPasskey(context.get('user'), context.req.valid('json'))
      return context.json({ data }, 201)
    })
    .openapi(removePasskey, async (context) => {
      await factors.removePasskey(context.get('user'), context.req.param('id'))
      return context.json({ message: 'The passkey is removed' }, 200)
    })
    .openapi(offerApp, async (context) => context.json({ data: await factors.offerApp(context.get('user')) }, 200))
    .openapi(confirmApp, async (context) => {
      const data = await factors.confirmApp(context.get('user'), context.req.valid('json').code)
      return context.json({ data }, 200)
    })
    .openapi(removeApp, async (context) => {
      await factors.removeApp(context.get('user'), context.req.valid('json'), context.get('client'))
      return context.json({ message: 'The authenticator app is off' }, 200)
    })
    .openapi(renewCodes, async (context) =>
      context.json({ data: await factors.renewRecoveryCodes(context.get('user')) }, 200),
    )
    .openapi(confirm, async (context) => {
      await confirmation.byPassword(context.get('user'), context.req.valid('json'), context.get('client'))
      return context.json(CONFIRMED, 200)
    })
    .openapi(confirmOptions, async (context) =>
      context.json({ data: await confirmation.passkeyOptions(context.get('user')) }, 200),
    )
    .openapi(confirmByPasskey, async (context) => {
      await confirmation.byPasskey(context.get('user'), context.req.valid('json').response)
      return context.json(CONFIRMED, 200)
    })
}

const CONFIRMED = { message: 'Confirmed' }
