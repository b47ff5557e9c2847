import { API_ERRORS, type ApiErrorCode } from '@plimsoll/contract'
import type { InferResponseType } from 'hono/client'
import { hc } from 'hono/client'
import { expect, expectTypeOf, it } from 'vitest'
import type { Api } from '../src/api.ts'

it('[API-31] the typed client knows every status that an error can have', () => {
  const { api } = hc<Api>('http://localhost')
  type Status = (typeof API_ERRORS)[ApiErrorCode]['status']
  type Undeclared = {
    [status in Status]: InferResponseType<typeof api.flows.$get, status> extends never ? status : never
  }[Status]
  expectTypeOf<Undeclared>().toBeNever()
  expect(new Set(Object.values(API_ERRORS).map(({ status }) => status))).toContain(507)
})
