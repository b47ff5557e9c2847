import type {
  ChangePasswordRequest,
  DeleteAccountRequest,
  Profile,
  ProfileUpdate,
  UsedStorage,
} from '@plimsoll/contract'
import type { Client, SignedInUser } from '../../requester.ts'

/** What the routes need from the services. */
export interface ProfileActions {
  show(user: SignedInUser): Promise<Profile>
  /** What the user has stored, and may store. */
  storage(user: SignedInUser): Promise<UsedStorage>
  update(user: SignedInUser, names: ProfileUpdate): Promise<Profile>
  /** Ends the user's other sessions. Throws when the current password is wrong. */
  changePassword(user: SignedInUser, change: ChangePasswordRequest): Promise<void>
  /** Removes the account and its data. Throws when the current password is wrong. */
  remove(user: SignedInUser, confirmation: DeleteAccountRequest, client: Client): Promise<void>
  /** All stored data of the user, as JSON text. */
  export(user: SignedInUser): Promise<ReadableStream<Uint8Array>>
}
