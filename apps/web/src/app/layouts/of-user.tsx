import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../shared/api/profile.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { paths } from '../../shared/config/paths.ts'
import { Link } from '../../shared/navigation/link.tsx'
import classes from './who.module.css'

/** What the top bar says of its user: with the look of a link the way to the page of administrators, else who it is. */
// biome-ignore lint/style/noDefaultExport: React loads it by itself then, which takes less of the first script.
export default function OfUser({ className }: { className?: string | undefined }) {
  return className === undefined ? <Who /> : <AdministrationLink className={className} />
}

/** Who is signed in, and whether that is a demo. */
function Who() {
  // Public pages have no provider of it.
  const { data: profile } = useQuery(profileQuery, queryClient)
  if (!profile) return null
  const name = `${profile.firstName} ${profile.lastName}`
  return (
    <p className={classes.root} title={`Signed in as ${name}`}>
      <span className={classes.name}>{name}</span>
      {profile.isDemo && (
        <span className={classes.demo} title="A demo of your own: it is deleted when you log out, and after a day.">
          Demo
        </span>
      )}
    </p>
  )
}

/** The way to the page of administrators, for these alone. */
function AdministrationLink({ className }: { className: string }) {
  const { data: profile } = useQuery(profileQuery, queryClient)
  if (!profile?.isAdministrator) return null
  return (
    <Link to={paths.administration} className={className}>
      Admin
    </Link>
  )
}
