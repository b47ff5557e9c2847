import { LIMITS } from '@plimsoll/contract'
import { type Heading, UNTITLED } from '../../../../../stores/board.ts'

/** What a file says that its flow is called, no longer than the library takes it; null where it says nothing. */
export function headingIn(said: { readonly name?: unknown; readonly description?: unknown }): Heading | null {
  const name = textIn(said.name, LIMITS.flowName)
  const description = textIn(said.description, LIMITS.flowDescription)
  if (description === '' && (name.trim() === '' || name === UNTITLED.name)) return null
  return { name: name.trim() === '' ? UNTITLED.name : name, description }
}

const textIn = (value: unknown, longest: number): string => (typeof value === 'string' ? value.slice(0, longest) : '')
