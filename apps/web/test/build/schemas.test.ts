import { fileURLToPath } from 'node:url'
import * as contract from '@plimsoll/contract'
import { build, type Plugin, type Rolldown } from 'vite'
import { beforeAll, expect, it } from 'vitest'
import config from '../../vite.config.ts'

/** What forms and answers hold, and what they must not. */
const VALUES = [
  ...[undefined, null, true, 0, -1, 2.5, '', 'x', '7', 'a'.repeat(10_001), 'viewer', 'ada@example.com', [], ['x'], {}],
  ...['2026-01-01T00:00:00.000Z', '00000000-0000-4000-8000-000000000000', [{}]],
  { email: 'ada@example.com', password: 'Sound-Pass-1!', rememberMe: true },
  { email: 'ada', password: '', firstName: ' ', lastName: 'x'.repeat(300), confirmPassword: 'y', token: 'z' },
  {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    password: 'Sound-Pass-1!',
    confirmPassword: 'no',
  },
  { name: 'Shop', description: 'A shop that sells', nodes: [], edges: [{}], role: 'viewer', limit: '20', sort: 'name' },
]

interface Schema {
  safeParse(value: unknown): { success: boolean; data?: unknown; error?: { issues: unknown } }
  toJSONSchema(): object
  '~standard': { validate(value: unknown): unknown; jsonSchema: { input(options: { target: string }): object } }
}

let inPage: { code: string; schemas: Record<string, Schema> }

/** The contract as the page has it, with that plugin of its build. */
beforeAll(async () => {
  const plugins = (config.plugins as Plugin[]).filter((plugin) => plugin.name === 'no-json-schema')
  const input = fileURLToPath(import.meta.resolve('@plimsoll/contract'))
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins,
    build: { write: false, minify: false, rolldownOptions: { input, preserveEntrySignatures: 'strict' } },
  })
  const [{ code }] = (built as Rolldown.RolldownOutput).output
  inPage = { code, schemas: schemasOf(await import(`data:text/javascript,${encodeURIComponent(code)}`)) }
})

const schemasOf = (module: object): Record<string, Schema> =>
  Object.fromEntries(Object.entries(module).filter(([, value]) => typeof value?.safeParse === 'function'))

it('[UI-1180] the page takes and refuses the same as the server, in the same words', () => {
  const onServer = schemasOf(contract)
  expect(Object.keys(inPage.schemas)).toEqual(Object.keys(onServer))
  const answers = (schemas: Record<string, Schema>) =>
    Object.entries(schemas).flatMap(([name, schema]) =>
      VALUES.map((value) => {
        const { success, data, error } = schema.safeParse(value)
        return { name, success, data, issues: error?.issues }
      }),
    )
  const expected = answers(onServer)
  expect(expected.filter(({ success }) => success).length).toBeGreaterThan(50)
  expect(expected.filter(({ success }) => !success).length).toBeGreaterThan(1_000)
  expect(answers(inPage.schemas)).toEqual(expected)
})

it('[UI-1181] no script of the page makes JSON schemas, and what would ask for one is refused', () => {
  expect(inPage.code.includes('json-schema.org')).toBe(false)
  const schema = inPage.schemas.loginSchema as Schema
  const message = 'The page makes no JSON schemas.'
  expect(() => schema.toJSONSchema()).toThrow(message)
  const { validate, jsonSchema } = schema['~standard']
  expect(validate({ email: 'ada' })).toMatchObject({ issues: expect.any(Array) })
  expect(() => jsonSchema.input({ target: 'draft-2020-12' })).toThrow(message)
  // Those of the server are made of the same contract.
  expect((contract.loginSchema as unknown as Schema).toJSONSchema()).toMatchObject({ type: 'object' })
})
