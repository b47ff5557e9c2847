import { Button } from '@mantine/core'
import { renewRecoveryCodes } from '../../shared/api/factors.ts'
import { toastFailure } from '../../shared/api/toast-failure.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { counted } from '../../shared/text/counted.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import { copyText } from '../../shared/ui/copy-text.ts'
import type { FactorProps } from './factor-props.ts'
import classes from './profile.module.css'

interface RecoveryCodesProps extends FactorProps {
  readonly left: number
  /** New ones, which are shown until the page is left. */
  readonly codes: readonly string[] | null
}

/** What turned the app on is gone with its form by now. */
const focusWhereLost = (button: HTMLElement | null) => {
  if (document.activeElement === document.body) button?.focus()
}

/** How many recovery codes are left, and new ones, once. */
export function RecoveryCodes({ left, codes, confirmed, onChanged }: RecoveryCodesProps) {
  const renew = useSubmission({
    mutationFn: () => confirmed(renewRecoveryCodes),
    onSuccess: (made) => onChanged(made),
    onError: (error) => toastFailure(error),
  })
  return (
    <>
      {codes && (
        <Banner variant="warning">
          <p>
            Keep these recovery codes where you find them without this device. Each gets you in once in place of a code.
            They are not shown again.
          </p>
          <ul className={classes.codes} aria-label="Recovery codes">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <Button
            ref={focusWhereLost}
            variant="default"
            size="compact-sm"
            onClick={() => void copyText(codes.join('\n'), 'Recovery codes copied')}
          >
            Copy recovery codes
          </Button>
        </Banner>
      )}
      <div className={classes.choice}>
        <p>
          {left === 0
            ? 'No recovery code is left.'
            : `${counted(left, 'recovery code')} left, for when you have lost your devices.`}
        </p>
        <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate(undefined)}>
          Make new recovery codes
        </Button>
      </div>
    </>
  )
}
