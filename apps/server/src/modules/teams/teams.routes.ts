import { createRoute, z } from '@hono/zod-openapi'
import {
  dataResponse,
  emailOnlySchema,
  LIMITS,
  lastOwnedTeamSchema,
  messageResponse,
  sharedSchema,
  teamMemberSchema,
  teamNameSchema,
  teamSchema,
  teamSummarySchema,
} from '@plimsoll/contract'
import { readJson } from '../../plugins/read-json.ts'
import { type Authenticate, json, newRouter, PATH_ID, type UserEnv } from '../../plugins/router.ts'
import type { TeamActions } from './teams.actions.ts'

interface TeamRoutes {
  teams: TeamActions
  authenticate: Authenticate
  /** Refuses who has a second factor and has not confirmed it. */
  confirmed: Authenticate
}

export function teamRoutes({ teams, authenticate, confirmed }: TeamRoutes) {
  const common = { tags: ['Teams'], security: [{ bearer: [] }] }
  const body = readJson({ maxBytes: LIMITS.body })
  const named = { required: true, ...json(teamNameSchema, 'The name') }
  const parameters = [PATH_ID]

  const list = createRoute({
    ...common,
    method: 'get',
    path: '/teams',
    summary: 'List the teams that the user is in, by name',
    middleware: [authenticate] as const,
    responses: { 200: json(dataResponse(z.array(teamSummarySchema)), 'The teams') },
  })
  const create = createRoute({
    ...common,
    method: 'post',
    path: '/teams',
    summary: 'Make a team, whose owner the user is',
    middleware: [authenticate, body] as const,
    request: { body: named },
    responses: { 201: json(dataResponse(teamSummarySchema), 'The team') },
  })
  const show = createRoute({
    ...common,
    method: 'get',
    path: '/teams/{id}',
    summary: 'Load a team with its members',
    middleware: [authenticate] as const,
    parameters,
    responses: { 200: json(dataResponse(teamSchema), 'The team') },
  })
  const rename = createRoute({
    ...common,
    method: 'put',
    path: '/teams/{id}',
    summary: 'Rename a team',
    middleware: [authenticate, body] as const,
    parameters,
    request: { body: named },
    responses: { 200: json(messageResponse, 'It has this name') },
  })
  const remove = createRoute({
    ...common,
    method: 'delete',
    path: '/teams/{id}',
    summary: 'Delete a team that owns no flow but in the bin',
    middleware: [authenticate, confirmed] as const,
    parameters,
    responses: { 200: json(messageResponse, 'The team is gone') },
  })
  const open = createRoute({
    ...common,
    method: 'put',
    path: '/teams/{id}/opened',
    summary: 'Remember that a team was opened now',
    middleware: [authenticate] as const,
    parameters,
    responses: { 200: json(messageResponse, 'It is remembered') },
  })
  const putMember = createRoute({
    ...common,
    method: 'put',
    path: '/teams/{id}/members',
    summary: 'Give an address a role in a team, or another one',
    middleware: [authenticate, body] as const,
    parameters,
    request: { body: { required: true, ...json(teamMemberSchema, 'The address and its role') } },
    responses: { 200: json(dataResponse(sharedSchema), 'It is a member') },
  })
  const removeMember = createRoute({
    ...common,
    method: 'delete',
    path: '/teams/{id}/members',
    summary: 'Remove an address from a team',
    middleware: [authenticate, body] as const,
    parameters,
    request: { body: { required: true, ...json(emailOnlySchema, 'The address of the member') } },
    responses: { 200: json(messageResponse, 'It is no member any more') },
  })
  const leave = createRoute({
    ...common,
    method: 'post',
    path: '/teams/{id}/leave',
    summary: 'Leave a team',
    middleware: [authenticate] as const,
    parameters,
    responses: { 200: json(messageResponse, 'The user is no member any more') },
  })
  const lastOwned = createRoute({
    ...common,
    method: 'get',
    path: '/profile/owned-teams',
    summary: 'List the teams whose last owner the user is',
    middleware: [authenticate] as const,
    responses: { 200: json(dataResponse(z.array(lastOwnedTeamSchema)), 'The teams, and who could own them') },
  })

  return newRouter<UserEnv>()
    .openapi(list, async (context) => context.json({ data: await teams.list(context.get('user')) }, 200))
    .openapi(create, async (context) => {
      const data = await teams.create(context.get('user'), context.req.valid('json').name)
      return context.json({ data, message: 'Team made' }, 201)
    })
    .openapi(show, async (context) =>
      context.json({ data: await teams.show(context.get('user'), context.req.param('id')) }, 200),
    )
    .openapi(rename, async (context) => {
      await teams.rename(context.get('user'), context.req.param('id'), context.req.valid('json').name)
      return context.json({ message: 'Team renamed' }, 200)
    })
    .openapi(remove, async (context) => {
      await teams.remove(context.get('user'), context.req.param('id'))
      return context.json({ message: 'Team deleted' }, 200)
    })
    .openapi(open, async (context) => {
      await teams.open(context.get('user'), context.req.param('id'))
      return context.json({ message: 'Team opened' }, 200)
    })
    .openapi(putMember, async (context) => {
      const id = context.req.param('id')
      const data = await teams.putMember(context.get('user'), id, context.req.valid('json'), context.get('client'))
      return context.json({ data, message: 'Member added' }, 200)
    })
    .openapi(removeMember, async (context) => {
      await teams.removeMember(context.get('user'), context.req.param('id'), context.req.valid('json'))
      return context.json({ message: 'Member removed' }, 200)
    })
    .openapi(leave, async (context) => {
      await teams.leave(context.get('user'), context.req.param('id'))
      return context.json({ message: 'You have left the team' }, 200)
    })
    .openapi(lastOwned, async (context) => context.json({ data: await teams.lastOwned(context.get('user')) }, 200))
}
