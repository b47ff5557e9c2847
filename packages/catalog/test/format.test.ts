import { expect, it } from 'vitest'
import { withUnit } from '../src/index.ts'

it('[RPT-16] one of what is counted is in the singular', () => {
  const one = ['instances', 'retries', 'copies', 'size units', 'ms', 'rps', 's', 'messages/s', 'min', '']
  expect(one.map((unit) => withUnit('1', unit))).toEqual([
    ...['1 instance', '1 retry', '1 copy', '1 size unit', '1 ms', '1 rps', '1 s', '1 messages/s', '1 min', '1'],
  ])
  expect([withUnit('2', 'instances'), withUnit('0', 'retries')]).toEqual(['2 instances', '0 retries'])
})
