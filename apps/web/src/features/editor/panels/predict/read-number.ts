import { formatNumber, type SimulationSetting } from '@plimsoll/experiments'

type NumberSetting = Pick<Extract<SimulationSetting, { readonly kind: 'number' }>, 'min' | 'max' | 'isWhole' | 'unit'>

/** A typed number; a text says why it is none that the setting takes. Nothing is the default. */
export function readNumber(text: string, { min, max, isWhole, unit }: NumberSetting): number | undefined | string {
  const plain = text.trim().replaceAll(',', '')
  if (plain === '') return undefined
  const value = Number(plain)
  const isTaken = Number.isFinite(value) && value >= min && value <= max && (!isWhole || Number.isInteger(value))
  if (isTaken) return value
  return `Must be ${isWhole ? 'a whole number' : 'a number'} from ${formatNumber(min)} to ${formatNumber(max)}${unit && ` ${unit}`}.`
}
