/** An error whose message is for the operator. */
export class AdminError extends Error {
  override readonly name = 'AdminError'
}
