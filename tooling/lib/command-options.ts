import { basename } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>
type Values<O extends Options> = ReturnType<typeof parseArgs<{ readonly options: O }>>['values']

/**
 * The options of the command that runs, from its command line. `--help` prints them and ends the process with 0; what is none of them ends
 * it with 2.
 */
export function commandOptions<const O extends Options>(options: O): Values<O> {
  const names = Object.entries(options).map(([name, { type }]) => `[--${name}${type === 'string' ? ' …' : ''}]`)
  const usage = `Usage: ${['npm run', commandName(), ...(names.length > 0 ? ['--', ...names] : [])].join(' ')}`
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } } })
    const { help, ...others } = values as { readonly help?: boolean }
    if (!help) return others as Values<O>
    console.log(usage)
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`)
    process.exit(2)
  }
  process.exit(0)
}

/** `verify:load` of `verify-load.ts`. */
const commandName = (): string => basename(process.argv[1] ?? '', '.ts').replace('-', ':')
