import { describeUnknown, findByName, findGroup, type NamedPart } from '@plimsoll/experiments'
import type { Flow } from '@plimsoll/flow'
import type { RecordedEntry } from './recorded-file.ts'
import { readPair, readSpan, SETTING_OPTIONS, type SettingOptionName } from './setting-options.ts'

type Values = Readonly<Record<string, unknown>>

/** The settings that are simulated: those saved with the flow, and those that options give. */
export interface GivenSettings {
  /** As a flow file has it under `simulation`. */
  readonly simulation: Values
  /** What is wrong with options. */
  readonly faults: readonly string[]
  /** Names the place of a fault: the option that gave the setting, or else the path in the file. */
  readonly describe: (fault: { readonly path: string; readonly message: string }) => string
  readonly options: readonly SettingOptionName[]
}

/** An option replaces what is saved with the flow; --load and --fault add to it, and so does --service of one component. */
export function givenSettings(
  flow: Flow,
  textsOf: (option: string) => readonly string[],
  recorded: readonly RecordedEntry[] | null,
): GivenSettings {
  const saved: Values = flow.simulation ?? {}
  const options = (Object.keys(SETTING_OPTIONS) as SettingOptionName[]).filter((name) => textsOf(name).length > 0)
  const given: Record<string, unknown> = {}
  const faults: string[] = []
  /** What was typed, by the path of the setting that it gives. */
  const typed = new Map<string, string>()

  for (const option of options) {
    const { setting } = SETTING_OPTIONS[option]
    const texts = textsOf(option)
    if (option === 'service') given[setting] = withServices(texts)
    else if (option === 'fault') given[setting] = withMore(option, texts, (text) => readFault(text, flow))
    else if (option === 'load') given[setting] = withMore(option, texts, readLoadChange)
    else {
      const text = texts.at(-1) ?? ''
      typed.set(setting, `--${option} ${text}`)
      given[setting] = option === 'arrivals-file' ? recorded : SETTING_OPTIONS[option].read(text)
    }
  }
  return { simulation: { ...saved, ...given }, faults, options, describe }

  function withMore(
    option: 'fault' | 'load',
    texts: readonly string[],
    read: (text: string) => Values | string,
  ): unknown[] {
    const { setting } = SETTING_OPTIONS[option]
    const entries = [...listOf(saved[setting])]
    for (const text of texts) {
      const entry = read(text)
      typed.set(`${setting}.${entries.length}`, `--${option} ${text}`)
      if (typeof entry === 'string') faults.push(`--${option} ${text}: ${entry}`)
      else entries.push(entry)
    }
    return entries
  }

  function withServices(texts: readonly string[]): Values {
    const services: Record<string, unknown> =
      typeof saved.service === 'object' ? { ...saved.service } : saved.service ? { default: saved.service } : {}
    for (const text of texts) {
      const [, name, shape = text] = /^(.+?)=([a-z].*)$/.exec(text) ?? []
      const node = name === undefined ? { id: 'default' } : find(flow, name, ['nodes'])
      if (typeof node === 'string') faults.push(`--service ${text}: ${node}`)
      else {
        services[node.id] = shape.trim()
        typed.set(`service.${node.id}`, `--service ${text}`)
      }
    }
    return services
  }

  function describe({ path, message }: { readonly path: string; readonly message: string }): string {
    const names = path.split('.').slice(1)
    for (let count = names.length; count > 0; count -= 1) {
      const text = typed.get(names.slice(0, count).join('.'))
      if (text !== undefined) return `${text}: ${[...names.slice(count), message].join(' ')}`
    }
    return `${path} ${message}`
  }
}

function readLoadChange(text: string): Values | string {
  const [, rps, times = ''] = /^\s*(\d+(?:\.\d+)?)\s*(?:rps)?\s*@(.+)$/.exec(text) ?? []
  const span = readSpan(times)
  if (span !== null && isReversed(span)) return REVERSED
  return span === null ? 'must be RPS@TIMES, such as 300rps@60s..90s or 500rps@2m' : { rps: Number(rps), ...span }
}

const REVERSED = 'the end must be after the start'
const isReversed = ({ fromS = 0, toS = fromS }: { readonly fromS?: number; readonly toS?: number }) => toS < fromS

/** `KIND:PART@TIMES,name=value…` as an entry of `simulation.faults`. */
function readFault(text: string, flow: Flow): Values | string {
  const [, kind, name = '', times, pairs = ''] =
    /^\s*([A-Za-z]+)\s*:(.*?)(?:@([^@,]+))?((?:,\s*[A-Za-z]+\s*=[^,]*)*)$/.exec(text) ?? []
  if (kind === undefined) return 'must be KIND:PART@TIMES, such as outage:API@60s..90s'
  const span = times === undefined ? {} : readSpan(times)
  if (span === null) return `${times} must be one time or two, such as 60s..90s`
  if (isReversed(span)) return REVERSED
  const given: Values = Object.fromEntries(pairs.split(',').filter(Boolean).map(readPair))
  const group = given.zone === undefined ? null : findGroup(flow, String(given.zone))
  if (typeof group === 'string') return `zone ${group}`
  const entry = { kind, ...span, ...given, ...(group && { zone: group.id }) }
  if (name.trim() === '') return entry
  const part = find(flow, name.trim(), kind === 'cut' ? ['edges', 'nodes'] : ['nodes', 'edges'])
  return typeof part === 'string' ? part : { [part.of === 'nodes' ? 'node' : 'edge']: part.id, ...entry }
}

const find = (flow: Flow, name: string, among: readonly NamedPart['of'][]): NamedPart | string =>
  findByName(flow, name, among) ?? describeUnknown(flow, name)

const listOf = (value: unknown): readonly unknown[] => (value == null ? [] : Array.isArray(value) ? value : [value])
