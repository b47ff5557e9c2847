import { afterEach, describe, expect, it, vi } from 'vitest'

const token = 'a-token-that-was-never-given'
const stored = (state: unknown, version: unknown = 0) => JSON.stringify({ state, version })

/** A browser's storage with one value in it. */
function storageWith(value: string | null) {
  const values = new Map(value === null ? [] : [['auth-storage', value]])
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, text: string) => void values.set(key, text),
    removeItem: (key: string) => void values.delete(key),
  }
}

/** The session module as a page loads it that finds `value` in its storage. */
async function pageWith(value: string | null) {
  const localStorage = storageWith(value)
  vi.stubGlobal('localStorage', localStorage)
  vi.stubGlobal('window', { localStorage })
  vi.resetModules()
  return { ...(await import('../../src/stores/session.ts')), values: localStorage.values }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('what a page finds under "auth-storage"', () => {
  it('[UI-14] a session that was kept goes on', async () => {
    const { useSession } = await pageWith(stored({ isAuthenticated: true, token }))
    expect(useSession.getState()).toEqual({ isAuthenticated: true, token, isLoading: false, error: null })
  })

  it.each<string | null>([
    null,
    ...['', '{', 'null', 'true', '0', '""', '[]', '[[]]', 'NaN', '\u0000', '{"state":', '{}', '{"version":99}'],
    ...[null, [], 'x', 1, true, {}, { isAuthenticated: true }, { token }].map((state) => stored(state)),
    ...['', 1, null, [], {}, 'with space', 'über', 'x\ny', 'x'.repeat(5_000), 'x'.repeat(6_000_000)].map((value) =>
      stored({ isAuthenticated: true, token: value }),
    ),
    ...['true', 1, null, false].map((flag) => stored({ isAuthenticated: flag, token })),
    stored({ isAuthenticated: true, token }, 99),
  ])('[UI-14] [REL-SE10] %.80s means signed out', async (value) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { useSession } = await pageWith(value)
    expect(useSession.getState()).toMatchObject({ isAuthenticated: false, token: null })
  })
})

describe('a session', () => {
  it('[UI-14] keeps the flag and the token, and nothing else', async () => {
    const { beginSession, endSession, values } = await pageWith(null)
    beginSession(token)
    expect(JSON.parse(values.get('auth-storage') ?? '')).toEqual({
      state: { isAuthenticated: true, token },
      version: 0,
    })
    endSession()
    expect(JSON.parse(values.get('auth-storage') ?? '')).toEqual({
      state: { isAuthenticated: false, token: null },
      version: 0,
    })
  })

  it('[UI-16] [REL-SE10] ends for its own token only', async () => {
    const { beginSession, loseSession, useSession } = await pageWith(null)
    beginSession(token)
    loseSession('an-older-token')
    expect(useSession.getState()).toMatchObject({ isAuthenticated: true, token })
    loseSession(token)
    expect(useSession.getState()).toMatchObject({ isAuthenticated: false, token: null })
  })

  it('[UI-1045] that the server ended keeps what the server says', async () => {
    const { beginSession, loseSession, useSession } = await pageWith(null)
    beginSession(token)
    loseSession(token, 'Your session has ended: your password was reset.')
    expect(useSession.getState().error).toBe('Your session has ended: your password was reset.')
  })
})
