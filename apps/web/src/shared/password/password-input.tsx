import { PasswordInput as MantinePasswordInput, type PasswordInputProps } from '@mantine/core'

/** Mantine's, which does not tell assistive technology that what was entered is wrong. */
export const PasswordInput = (props: PasswordInputProps) => (
  <MantinePasswordInput {...props} aria-invalid={Boolean(props.error)} />
)
