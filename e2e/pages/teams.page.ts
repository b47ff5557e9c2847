import type { Locator, Page } from '@playwright/test'
import { call } from '../fixtures/api.ts'
import { sharer, withCalls } from './sharing.page.ts'

/** The page of a team, and the one with all of them. */
export class TeamPage {
  readonly page: Page
  readonly newName: Locator
  readonly make: Locator
  readonly teams: Locator
  readonly name: Locator
  readonly rename: Locator
  readonly email: Locator
  readonly add: Locator
  readonly members: Locator

  constructor(page: Page) {
    this.page = page
    this.newName = page.getByLabel('Name of a new team')
    this.make = page.getByRole('button', { name: 'Make team' })
    this.teams = page.getByRole('list', { name: 'Your teams' }).getByRole('listitem')
    this.name = page.getByLabel('Name', { exact: true })
    this.rename = page.getByRole('button', { name: 'Rename' })
    this.email = page.getByLabel('Email')
    this.add = page.getByRole('button', { name: 'Add member' })
    this.members = page.getByRole('list', { name: 'Members' }).getByRole('listitem')
  }

  member(email: string): Locator {
    return this.members.filter({ hasText: email })
  }

  role(email: string): Locator {
    return this.page.getByRole('combobox', { name: `Role of ${email}` })
  }
}

/** What an account does with teams outside the browser. */
export function withTeams(account: Parameters<typeof withCalls>[0]) {
  const { url, token } = account
  return {
    ...withCalls(account),
    makeTeam: async (name: string) => (await call<{ id: string }>(url, 'POST', '/teams', { token, body: { name } })).id,
    addMember: (team: string, email: string, role = 'member') =>
      call(url, 'PUT', `/teams/${team}/members`, { token, body: { email, role } }),
    openTeam: (team: string) => call(url, 'PUT', `/teams/${team}/opened`, { token }),
    move: (id: string, team: string | null) => call(url, 'PUT', `/flows/${id}/team`, { token, body: { team } }),
    shareWithTeam: (id: string, team: string, role: string) =>
      call(url, 'PUT', `/flows/${id}/teams`, { token, body: { team, role } }),
  }
}

export const teamMate = async (...args: Parameters<typeof sharer>) => withTeams(await sharer(...args))
