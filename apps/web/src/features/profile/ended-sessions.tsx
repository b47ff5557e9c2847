import type { EndedSession, SessionEnd } from '@plimsoll/contract'
import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { endedSessionsQuery } from '../../shared/api/ended-sessions.ts'
import { Moment } from '../../shared/time/moment.tsx'
import list from '../../shared/ui/card-list.module.css'
import { describeDevice } from './describe-device.ts'
import classes from './profile.module.css'

const REASONS: Readonly<Record<SessionEnd, string>> = {
  'logged-out': 'Logged out there',
  'ended-from-list': 'Logged out from another device',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset',
  'too-many-sessions': 'Too many devices',
  'by-administrator': 'Ended by an administrator',
  unused: 'Not used for too long',
  'too-old': 'Open for too long',
  'remembered-too-old': 'Open for too long',
}

/** Sessions that ended lately, with the reason of each; nothing when there are none. */
export function EndedSessions() {
  const { data: sessions = [] } = useQuery(endedSessionsQuery)
  if (sessions.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby="ended-sessions">
      <h2 id="ended-sessions" className={classes.title}>
        Sessions that ended lately
      </h2>
      <ul className={list.root}>
        {sessions.map((session) => (
          <EndedSessionRow key={session.id} session={session} />
        ))}
      </ul>
    </section>
  )
}

function EndedSessionRow({ session: { userAgent, endedAt, reason } }: { session: EndedSession }) {
  const { name, isHandheld } = describeDevice(userAgent)
  const Icon = isHandheld ? Smartphone : Monitor
  return (
    <li className={classes.session}>
      <Icon size={20} strokeWidth={1.75} className={classes.device} aria-hidden="true" />
      <span className={classes.about}>
        <span className={classes.deviceName}>{name}</span>
        <span className={classes.note}>
          {REASONS[reason]}, <Moment at={endedAt} />
        </span>
      </span>
    </li>
  )
}
