/** Why what the operator asked for cannot be done, in words for the operator. */
export class AdminError extends Error {
  override readonly name = 'AdminError'
}
