import { useDeferredValue, useMemo, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import classes from './new-password-input.module.css'
import { PasswordInput } from './password-input.tsx'

type Estimate = typeof import('./password-strength.ts').passwordStrength

interface NewPasswordInputProps {
  readonly label: string
  readonly field: UseFormRegisterReturn
  readonly value: string
  readonly error: string | undefined
  /** What a guesser would know: the user's names and address. */
  readonly personal: readonly string[]
}

/** A password being chosen, and how hard it is to guess. What estimates that is large: it comes when the field is gone to. */
export function NewPasswordInput({ label, field, value, error, personal }: NewPasswordInputProps) {
  const [estimate, setEstimate] = useState<Estimate | null>(null)
  const load = () =>
    import('./password-strength.ts').then(
      ({ passwordStrength }) => setEstimate(() => passwordStrength),
      // A password can be chosen without advice.
      () => {},
    )
  return (
    <div>
      <PasswordInput
        label={label}
        description="At least 8 characters with uppercase, lowercase and numbers"
        autoComplete="new-password"
        onFocus={load}
        {...field}
        error={error}
      />
      <Strength estimate={estimate} password={error === undefined ? value : ''} personal={personal} />
    </div>
  )
}

interface StrengthProps {
  readonly estimate: Estimate | null
  readonly password: string
  readonly personal: readonly string[]
}

function Strength({ estimate, password, personal }: StrengthProps) {
  const settled = useDeferredValue(password)
  const known = personal.join('\n')
  const strength = useMemo(
    () => (estimate && settled !== '' ? estimate(settled, known.split('\n')) : null),
    [estimate, settled, known],
  )
  return (
    <div className={classes.strength} data-level={strength?.level} role="status">
      {strength && (
        <>
          <span className={classes.bars} aria-hidden="true">
            {[1, 2, 3, 4].map((bar) => (
              <span key={bar} data-filled={bar <= strength.bars || undefined} />
            ))}
          </span>
          <span className={classes.words}>
            {strength.level === 'Refused' ? (
              <>
                <strong>Not accepted yet</strong>. {strength.advice}
              </>
            ) : (
              <>
                <strong>{strength.level} password</strong>
                {strength.advice !== null && `: ${strength.advice}`}
              </>
            )}
          </span>
        </>
      )}
    </div>
  )
}
