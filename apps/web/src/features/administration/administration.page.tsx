import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { profileQuery } from '../../shared/api/profile.ts'
import { useGo } from '../../shared/navigation/use-go.ts'
import page from '../../shared/ui/page.module.css'
import { AccountsTab } from './accounts-tab.tsx'
import classes from './administration.module.css'
import { AuditTab } from './audit-tab.tsx'
import { ExperimentsTab } from './experiments-tab.tsx'
import { InvitationsTab } from './invitations-tab.tsx'
import { MailTab } from './mail-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { StorageTab } from './storage-tab.tsx'

const TABS = [
  { id: 'users', title: 'Users', Content: AccountsTab },
  { id: 'invitations', title: 'Invitations', Content: InvitationsTab },
  { id: 'mail', title: 'Mail', Content: MailTab },
  { id: 'experiments', title: 'Experiments', Content: ExperimentsTab },
  { id: 'storage', title: 'Storage', Content: StorageTab },
  { id: 'settings', title: 'Settings', Content: SettingsTab },
  { id: 'audit', title: 'Audit log', Content: AuditTab },
] as const

/** What administrators do with the server. For everybody else there is no such page, on the server either. */
export function AdministrationPage() {
  const { data: profile } = useQuery(profileQuery)
  const { pathname, search } = useLocation()
  const go = useGo()
  const asked = new URLSearchParams(search).get('tab')
  const tab = TABS.find(({ id }) => id === asked) ?? TABS[0]
  if (profile && !profile.isAdministrator) return <NotAdministrator />
  return (
    <div className={`${page.root} ${classes.page}`}>
      <title>Administration · Plimsoll</title>
      <h1 className={classes.heading}>Administration</h1>
      <Tabs
        value={tab.id}
        keepMounted={false}
        onChange={(id) => go(id === null ? pathname : `${pathname}?tab=${id}`, { replace: true })}
      >
        <Tabs.List className={classes.tabs ?? ''}>
          {TABS.map(({ id, title }) => (
            <Tabs.Tab key={id} value={id}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map(({ id, Content }) => (
          <Tabs.Panel key={id} value={id} className={classes.panel ?? ''}>
            <Content />
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  )
}

function NotAdministrator() {
  return (
    <section className={page.centre} role="alert">
      <h1 className={classes.heading}>Page Not Found</h1>
      <p className={classes.hint}>Only administrators have a page here.</p>
    </section>
  )
}
