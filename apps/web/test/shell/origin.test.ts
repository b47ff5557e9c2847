import { describe, expect, it } from 'vitest'
import { keptOrigin, originPath } from '../../src/shared/config/origin.ts'

const site = 'https://plimsoll.example'
const after = (from: unknown) => originPath({ from }, site)

describe('the page to go to after login', () => {
  it.each([
    '/flow-library',
    '/flow-editor',
    '/profile?tab=1#names',
    '/flow-editor/',
    '/Profile',
    '/FLOW-library//#top',
    '/flow/a1',
    '/flow/a1/predict?view=split',
    '/Flow/a1/',
    '/teams',
    '/teams/a1',
  ])('[UI-8] is the one that was asked for: %s', (from) => {
    expect(after(from)).toBe(from)
  })

  it.each([
    '//evil.test',
    '//evil.test/profile',
    '/\\evil.test/profile',
    '\\\\evil.test/profile',
    'https:evil.test/profile',
    'https://evil.test/profile',
    'https://plimsoll.example.evil.test/profile',
    'https://plimsoll.example@evil.test/profile',
    'javascript:alert(1)',
    'data:text/html,profile',
    '%2f%2fevil.test',
    '/%2f%2fevil.test',
    '/login',
    '/not-found',
    '/api/profile',
    '/profile/../login',
    '/profile/evil',
    '//profile',
    '/.//profile',
    '/flow/',
    '/flow/a1/other',
    '/flow/../login',
    '//evil.test/flow/a1',
    '/Profile/../login/',
    '//evil.test/profile/',
    '',
    'http://[',
    `/profile?${'x'.repeat(10_240)}`,
    null,
    7,
    { pathname: '/profile' },
    ['/profile'],
  ])('[UI-861] [REL-WB5] is the library instead of %j', (from) => {
    expect(after(from)).toBe('/flow-library')
  })

  it.each([null, undefined, 'from', 3, {}, []])('[UI-861] is the library when the entry carries %j', (state) => {
    expect(originPath(state, site)).toBe('/flow-library')
  })
})

describe('what is handed on to the next page', () => {
  it('[UI-319] is the page asked for, and nothing else of the state', () => {
    expect(keptOrigin({ from: '/profile', token: 'secret' })).toEqual({ from: '/profile' })
  })

  it.each([null, undefined, 'from', { token: 'secret' }, { from: 7 }])(
    '[UI-319] is nothing when the entry carries %j',
    (state) => {
      expect(keptOrigin(state)).toBeUndefined()
    },
  )
})
