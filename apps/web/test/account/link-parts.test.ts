import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkParts } from '../../src/features/outbox/link-parts.ts'

const links = (text: string) => linkParts(text).flatMap(({ href }) => href ?? [])

describe('the links in the text of a mail', () => {
  it('[UI-67] are found whole, and without the point that ends the sentence', () => {
    expect(links('Open http://localhost:3000/verify-email?token=a-b_c.\nOr https://x.test/a?b=c&d=e (now).')).toEqual([
      'http://localhost:3000/verify-email?token=a-b_c',
      'https://x.test/a?b=c&d=e',
    ])
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'mailto:a@b.test', 'http://', 'https://[', 'www.x.test'])(
    '[UI-67] are never %s',
    (text) => {
      expect(links(text)).toEqual([])
    },
  )

  it('[UI-67] take nothing from the text', () => {
    const word = fc.oneof(fc.string(), fc.constantFrom('http://', 'https://a.test/', '.', ' ', '\n', '?token=', '<'))
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const text = words.join('')
        expect(
          linkParts(text)
            .map((part) => part.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})
