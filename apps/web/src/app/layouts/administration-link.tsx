import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../shared/api/profile.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { paths } from '../../shared/config/paths.ts'
import { Link } from '../../shared/navigation/link.tsx'

/** The way to the page of administrators, for these alone. */
export function AdministrationLink({ className }: { className: string | undefined }) {
  const { data: profile } = useQuery(profileQuery, queryClient)
  if (!profile?.isAdministrator) return null
  return (
    <Link to={paths.administration} {...(className !== undefined && { className })}>
      Admin
    </Link>
  )
}
