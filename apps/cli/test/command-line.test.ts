import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCommandLine } from '../src/command-line.ts'
import { COMMANDS } from '../src/commands/index.ts'

/** No command of these tests gets as far as a database. */
const run = (line: string, environment: Record<string, string> = {}) =>
  runCommandLine({
    words: line.split(' ').filter(Boolean),
    environment: { DATA_DIR: '/nonexistent', ...environment },
    folder: '/nonexistent',
    readInput: async () => '',
    tell: () => {},
  })

describe('the command line', () => {
  it.each(COMMANDS)('[API-80] $name tells what it does and takes', async ({ name, argument, options, summary }) => {
    const { code, output } = await run(`${name} --help`)
    expect(code).toBe(0)
    expect(output).toMatch(new RegExp(`^Usage: plimsoll ${name}${argument ? ` ${argument}` : ''}`))
    expect(output).toContain(summary)
    for (const option of Object.keys(options)) expect(output).toContain(`  --${option} `)
  })

  it.each([
    ['--help', COMMANDS.length],
    ['admin --help', COMMANDS.filter(({ name }) => name.startsWith('admin ')).length],
    ['admin user --help', 1],
    ['admin sessions -h', 1],
  ])('[API-80] %s lists what there is', async (line, count) => {
    const { code, output } = await run(line)
    expect(code).toBe(0)
    const words = COMMANDS.map(({ name }) => name.split(' ')[0]).join('|')
    expect(output?.match(new RegExp(`^ {2}(${words}) .*$`, 'gm'))).toHaveLength(count)
  })

  it.each(['--version', '-V'])('[CLI-30] %s tells the version', async (option) => {
    expect(await run(option)).toEqual({ code: 0, output: 'plimsoll 0.1.0' })
  })

  it.each([
    ['', 'Usage: plimsoll COMMAND'],
    ['admin', 'Usage: plimsoll admin COMMAND'],
    ['admin frob', 'There is no command "admin frob".'],
    ['frob --help', 'There is no command "frob".'],
    ['admin backup', 'FILE missing.'],
    ['admin backup a b', 'b: one argument too many.'],
    ['admin reset-link', '--user missing.'],
    ['admin reset-link --user a@b.example extra', 'extra: one argument too many.'],
    ['admin reset-link --user', "Option '--user <value>' argument missing."],
    ['admin reset-link --users a', "Unknown option '--users'."],
    ['admin reset-link --user --send', "Option '--user <value>' argument missing."],
    ['admin reset-link --send=yes', "Option '--send' does not take an argument."],
    ['admin user create --email a@b.example', '--first-name, --last-name missing.'],
    ['admin restore x --force=1', "Option '--force' does not take an argument."],
  ])('[API-80] %j is not understood', async (line, fault) => {
    const { code, output, errors } = await run(line)
    expect([code, output]).toEqual([2, undefined])
    expect(errors?.startsWith(fault), errors).toBe(true)
    expect(errors).toContain('Usage: plimsoll')
  })

  it('[CLI-395] leaves what was wrong on the screen, above how it is used', async () => {
    const { errors } = await run('simulate --durations')
    expect(errors?.split('\n')).toEqual([
      "Unknown option '--durations'.",
      'FLOW.json missing.',
      '',
      'Usage: plimsoll simulate FLOW.json [OPTIONS]',
      'plimsoll simulate --help says more.',
    ])
  })

  it.each([
    ['simulate --seed', ['seed'], ['FLOW.json missing.']],
    ['simulate --replay', ['replay'], []],
    ['simulate flow --server', ['server'], []],
    ['simulate --slo --seed --duration 5s', ['slo', 'seed'], ['FLOW.json missing.']],
    ['capacity --slo p99<1s --slo', ['slo'], ['FLOW.json missing.']],
    ['admin reset-link --user', ['user'], []],
  ])('[CLI-404] %j is told of each missing value once', async (line, options, others) => {
    const { errors = '' } = await run(line)
    const missing = options.map((option) => `Option '--${option} <value>' argument missing.`)
    expect(errors.slice(0, errors.indexOf('\n\n')).split('\n')).toEqual([...missing, ...others])
  })

  it.each(['replay', 'out', 'arrivals-file'])('[CLI-399] refuses --%s without a name', async (option) => {
    const { code, errors } = await run(`simulate ${option === 'replay' ? '' : 'shop.json'} --${option}=`)
    expect([code, errors?.split('\n')[0]]).toEqual([2, `--${option} must be the name of a file, not ""`])
  })

  it.each(['out', 'format'])('[CLI-420] refuses --%s that is given twice', async (option) => {
    const { code, errors } = await run(`simulate shop.json --${option} text --${option} html`)
    expect([code, errors?.split('\n')[0]]).toEqual([2, `Option '--${option}' is given twice.`])
  })

  it('[API-80] names every wrong variable of the environment', async () => {
    const { code, errors } = await run('admin backup x', { PORT: 'x', MAIL_FROM: 'nobody' })
    expect(code).toBe(2)
    expect(errors).toMatch(/PORT must be a port.*\n {2}MAIL_FROM must be an address/)
  })

  it.each([
    ['backup', 'pg_dump --format=custom'],
    ['restore', 'pg_restore --clean'],
    // [API-1061] as the restore of SQLite ends them.
    ['restore', 'npx plimsoll admin sessions revoke --all'],
  ])('[API-500] [API-1061] %s names the command of PostgreSQL, without the password', async (command, advice) => {
    const { code, errors } = await run(`admin ${command} x`, { DATABASE_URL: 'postgres://user:secret@db.example/x' })
    expect(code).toBe(2)
    expect(errors).toContain(advice)
    expect(errors).not.toContain('secret')
  })

  it.each(['', ' --all --user a@b.example'])(
    '[API-1060] sessions revoke%s is for a user or for all',
    async (options) => {
      const { code, errors } = await run(`admin sessions revoke${options}`)
      expect([code, errors]).toEqual([2, 'Give --user or --all, one of them.'])
    },
  )

  it('[API-80] cannot do what needs a database where there is none, and makes none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plimsoll-cli-'))
    const DATA_DIR = join(folder, 'data')
    for (const command of ['reset-link --user a@b.example', 'sessions revoke --user a@b.example', 'backup x']) {
      const { code, errors } = await run(`admin ${command}`, { DATA_DIR })
      expect([code, errors]).toEqual([1, `There is no database at ${DATA_DIR}/plimsoll.db. Is DATA_DIR right?`])
    }
    expect(readdirSync(folder)).toEqual([])
    rmSync(folder, { recursive: true })
  })
})

describe('the help of an experiment', () => {
  it.each([
    ['capacity', /each load until its objectives are decided, unless --duration or --replications is given\. /],
    ['compare', /twenty pairs of replications, each as long as the design that needs longer runs requires, unless/],
    ['sweep', /four replications of 60 s each, shorter ones where the combinations take too many events, unless/],
    ['sensitivity', /Six replications of 60 s each, shorter ones where the values take too many events, unless/],
    ['drill', /five replications of 90 s, which go on until 180 s .* with --duration or --replications for a sixth/],
  ])('[CLI-391] of %s says how many replications of what length it takes', async (name, said) => {
    const output = (await run(`${name} --help`)).output?.replace(/\s+/g, ' ')
    expect(output).toMatch(said)
    expect(output).toContain('simulated time of a replication (see above; 60s with --replications)')
    expect(output).toContain('how many runs with own seeds (see above; 10 with --duration)')
  })

  it('[CLI-392] of sensitivity says what --measure capacity takes in place of p99', async () => {
    const output = (await run('sensitivity --help')).output?.replace(/\s+/g, ' ')
    expect(output).toContain('Find what matters most to p99, or to the highest load. ')
    expect(output).toContain('p99, or capacity: the highest load that meets all objectives, too (p99)')
  })

  it.each(['compare', 'sweep', 'sensitivity', 'drill'])(
    '[CLI-393] of %s says that it ends with 1 when the time of --budget was over first',
    async (name) =>
      expect((await run(`${name} --help`)).output?.replace(/\s+/g, ' ')).toMatch(
        / 1 when (?:[^.]* or when )?the time of --budget was over first, 2 when/,
      ),
  )
})
