import { beforeEach, describe, expect, it } from 'vitest'
import { keepIfLost, takeKept } from '../../../src/shared/api/kept-text.ts'
import { beginSession, endSession, loseSession } from '../../../src/stores/session.ts'

const text = { email: 'ada@example.com', values: { name: 'Half typed' } }

describe('text of a form whose session is lost', () => {
  beforeEach(() => beginSession('a-token'))

  it('[UI-1049] is given back once, to the same user only', () => {
    loseSession('a-token')
    keepIfLost('save', text)
    expect(takeKept('profile', text.email)).toBeUndefined()
    expect(takeKept('save', text.email)).toEqual(text.values)
    expect(takeKept('save', text.email)).toBeUndefined()
    keepIfLost('save', text)
    expect(takeKept('save', 'grace@example.com')).toBeUndefined()
    expect(takeKept('save', text.email)).toBeUndefined()
  })

  it('[UI-1049] is not kept when the form is left, or the user logs out', () => {
    keepIfLost('save', text)
    expect(takeKept('save', text.email)).toBeUndefined()
    endSession()
    keepIfLost('save', text)
    expect(takeKept('save', text.email)).toBeUndefined()
  })
})
