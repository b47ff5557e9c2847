import type { Flow } from '@plimsoll/flow'

/** What is saved with a flow for experiments: changes of the design that it is compared with, values that are tried. */
export type SavedList = 'compare' | 'sweep'

/** `['api.instances+=2']`; what is no text is left out. */
export function savedTexts(
  { simulation }: Pick<Flow, 'simulation'>,
  name: SavedList | 'objectives',
): readonly string[] {
  const saved = simulation?.[name]
  return (Array.isArray(saved) ? saved : [saved]).filter((one): one is string => typeof one === 'string')
}

/** Whether two flows are simulated alike, whatever these lists of theirs hold. */
export function isSameDesign(one: Flow, other: Flow, ignored: readonly SavedList[]): boolean {
  if (one === other) return true
  const settings = ({ simulation = {} }: Flow) =>
    JSON.stringify(Object.entries(simulation).filter(([name]) => !ignored.some((list) => list === name)))
  const isDrawnAlike = one.nodes === other.nodes && one.edges === other.edges && one.groups === other.groups
  return isDrawnAlike && settings(one) === settings(other)
}
