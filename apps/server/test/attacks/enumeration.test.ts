import { expect, it } from 'vitest'
import { sized } from '../../../../tooling/lib/test-size.ts'
import { measured } from '../support/attack.ts'
import type { HttpResponse } from '../support/http-client.ts'
import { onEachTarget } from '../support/target.ts'
import { PASSWORD } from '../support/test-server.ts'

const WRONG = 'Wrong4Horse'

/** A response without its date. */
function bytesOf({ status, rawHeaders, text }: HttpResponse): string {
  const headers = rawHeaders.filter((_, index) => rawHeaders[index - (index % 2)]?.toLowerCase() !== 'date')
  return JSON.stringify([status, headers, text])
}

onEachTarget(
  'which accounts there are',
  (target) => {
    const post = (path: string, body: unknown) => target().call(`/api/auth/${path}`, { body })
    const nobody = (index: number) => `nobody-${index}@example.com`

    it('[REL-EN1] is not revealed by responses, which match byte for byte', async ({ task }) => {
      const { email } = await target().addUser()
      const { email: unverified } = await target().addUser({ isVerified: false })
      const matching = {
        login: [
          await post('login', { email: nobody(0), password: PASSWORD }),
          await post('login', { email, password: WRONG }),
          await post('login', { email: unverified, password: WRONG }),
        ],
        resend: [
          await post('resend-verification', { email: nobody(0) }),
          await post('resend-verification', { email: unverified }),
        ],
        forgot: [
          await post('forgot-password', { email: nobody(0) }),
          await post('forgot-password', { email }),
          await post('forgot-password', { email: unverified }),
        ],
      }
      for (const [name, answers] of Object.entries(matching)) {
        expect([name, new Set(answers.map(bytesOf)).size]).toEqual([name, 1])
      }
      expect(matching.login[0]?.status).toBe(401)
      expect(matching.resend[0]?.status).toBe(200)
      expect(matching.forgot[0]?.status).toBe(200)

      const held = await post('login', { email: unverified, password: PASSWORD })
      expect([held.status, held.body.message]).toEqual([403, expect.stringContaining('verified')])
      const known = await post('resend-verification', { email })
      expect([known.status, known.body.message]).toEqual([200, expect.stringContaining('already verified')])
      const taken = await post('register', { email, password: PASSWORD, firstName: 'Ada', lastName: 'King' })
      expect([taken.status, taken.body.message]).toEqual([400, expect.stringContaining('user already exists')])
      measured(task, '3 logins, 2 resends and 3 requests for a reset: each group equal byte for byte')
    })

    it('[REL-EN1] only accounts get mail', async () => {
      const { email } = await target().addUser()
      const from = target().mails.mails.length
      await post('forgot-password', { email: nobody(1) })
      await post('resend-verification', { email: nobody(1) })
      await post('forgot-password', { email })
      await target().mails.mailTo(email, { from })
      const addressees = target().mails.mails.flatMap(({ to }) => to)
      expect(addressees.filter((address) => address.startsWith('nobody'))).toEqual([])
    })
  },
  { hasCheapHashes: true },
)

onEachTarget('an address that many register at once', (target) => {
  const post = (path: string, body: unknown) => target().call(`/api/auth/${path}`, { body })

  it('[REL-EN4] [API-985] concurrent registrations of one address create one account', async ({ task }) => {
    const rounds = sized({ small: 1, full: 10 })
    for (let round = 0; round < rounds; round++) {
      const address = `racer-${round}@example.com`
      const spellings = [
        address,
        address.toUpperCase(),
        ` ${address}`,
        `${address} `,
        address.replace('racer', 'RaCer'),
      ]
      const from = target().mails.mails.length
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => {
          const email = spellings[index % spellings.length]
          return post('register', { email, password: PASSWORD, firstName: 'Ada', lastName: 'King' })
        }),
      )
      const statuses = answers.map(({ status }) => status).sort()
      expect(statuses).toEqual([201, ...Array.from({ length: 49 }, () => 400)])
      for (const { status, body } of answers) if (status === 400) expect(body.message).toContain('user already exists')
      const rows = await target()
        .database.read.selectFrom('users')
        .select('email')
        .where(({ fn }) => fn('lower', ['email']), '=', address)
        .execute()
      expect(rows).toEqual([{ email: address }])
      // A mail to somebody else shows that no second one was waiting before it.
      await target().mails.mailTo(address, { from })
      const { email: next } = await target().addUser()
      await post('forgot-password', { email: next })
      await target().mails.mailTo(next, { from })
      expect(
        target()
          .mails.mails.slice(from)
          .filter(({ to }) => to.includes(address)),
      ).toHaveLength(1)
    }
    measured(task, `${rounds} × 50 registrations in 5 spellings: one 201, 49 × 400, one row, one mail each`)
  })
})
