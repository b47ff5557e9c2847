import type { useConfirmation } from '../../shared/confirmation/use-confirmation.tsx'

/** What every part of the second factors gets. */
export interface FactorProps {
  readonly confirmed: ReturnType<typeof useConfirmation>['confirmed']
  /** With recovery codes, when there are new ones. */
  readonly onChanged: (recoveryCodes?: readonly string[] | null) => Promise<void>
}
