import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { asRequestError } from './client.ts'

/**
 * Puts the server's field errors onto the form's fields. Gives back the message for the form's banner, or null when every error
 * found its field.
 */
export function showOnFields<Values extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): string | null {
  const { message, errors } = asRequestError(error)
  const placed = fields.filter((field) => errors[field])
  for (const field of placed) setError(field, { message: errors[field] ?? message }, { shouldFocus: true })
  return placed.length > 0 && placed.length === Object.keys(errors).length ? null : message
}
