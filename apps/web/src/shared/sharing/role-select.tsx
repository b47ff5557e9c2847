import { GIVEN_ROLES, type GivenRole } from '@plimsoll/contract'
import select from '../ui/select.module.css'

const ROLE_NAMES: Readonly<Record<GivenRole, string>> = {
  viewer: 'Viewer',
  commenter: 'Commenter',
  editor: 'Editor',
}

interface RoleSelectProps {
  readonly value: GivenRole
  readonly onChange: (role: GivenRole) => void
  readonly id?: string
  readonly name?: string
}

export function RoleSelect({ value, onChange, id, name }: RoleSelectProps) {
  return (
    <select
      id={id}
      className={select.root}
      aria-label={name}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as GivenRole)}
    >
      {GIVEN_ROLES.map((role) => (
        <option key={role} value={role}>
          {ROLE_NAMES[role]}
        </option>
      ))}
    </select>
  )
}
