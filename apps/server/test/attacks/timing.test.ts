import { expect, it } from 'vitest'
import { isFullSize, sized } from '../../../../tooling/lib/test-size.ts'
import { inParallel, measured } from '../support/attack.ts'
import { onEachTarget } from '../support/target.ts'
import { median, separability } from '../support/timing.ts'

const WARM_UP = 10
const TELLING_MS = 5
const TELLING_AUC = [0.45, 0.55] as const
/** Bounds of a small run, which a few attempts of equal classes stay within. */
const LOOSE_AUC = [0.1, 0.9] as const

const CALLS = [
  { call: 'login', body: { password: 'Wrong4Horse' }, isVerified: true },
  { call: 'forgot-password', body: {}, isVerified: true },
  { call: 'resend-verification', body: {}, isVerified: false },
]

onEachTarget(
  'the time of an answer',
  (target) => {
    it.for(CALLS)('[REL-EN2] the time of $call reveals no accounts', async ({ call, body, isVerified }, { task }) => {
      const tries = sized({ small: 24, full: 1_000 })
      const known: string[] = []
      await inParallel(Array.from({ length: tries + WARM_UP }), 8, async () => {
        known.push((await target().addUser({ isVerified })).email)
      })
      const times = { known: [] as number[], unknown: [] as number[] }
      for (const [index, email] of known.entries()) {
        // In turns, each first as often as the other; the first ones warm up and do not count.
        const order = index % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
        for (const name of order) {
          // Each try from an address of its own, for an account of its own: no limit is reached.
          const headers = { 'x-forwarded-for': `10.${index >> 8}.${index & 255}.${name === 'known' ? 1 : 2}` }
          const address = name === 'known' ? email : `nobody-${email}`
          const { ms, status } = await target().call(`/api/auth/${call}`, {
            body: { ...body, email: address },
            headers,
          })
          expect(status).toBe(call === 'login' ? 401 : 200)
          if (index >= WARM_UP) times[name].push(ms)
        }
      }
      const [knownMs, unknownMs] = [median(times.known), median(times.unknown)]
      const auc = separability(times.known, times.unknown)
      measured(
        task,
        `${call}: medians ${knownMs.toFixed(2)} and ${unknownMs.toFixed(2)} ms, AUC ${auc.toFixed(3)} over ${tries} tries each`,
      )
      const [least, most] = isFullSize ? TELLING_AUC : LOOSE_AUC
      expect(auc).toBeGreaterThan(least)
      expect(auc).toBeLessThan(most)
      if (isFullSize) expect(Math.abs(knownMs - unknownMs)).toBeLessThan(TELLING_MS)
    })
  },
  { env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } },
)
