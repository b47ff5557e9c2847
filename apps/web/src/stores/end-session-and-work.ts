import { endSession } from './session.ts'

/** Ends the session here at once, and leaves nothing of the board to the next user. */
export function endSessionAndWork(): void {
  endSession()
  // Where this cannot be loaded no board was shown: there is nothing to forget.
  import('./board-keeper.ts').then(
    ({ forgetBoard }) => forgetBoard(),
    () => {},
  )
}
