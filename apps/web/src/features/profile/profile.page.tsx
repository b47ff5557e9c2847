import { Button, Loader, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, CircleAlert } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { profileQuery } from '../../shared/api/profile.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import page from '../../shared/ui/page.module.css'
import classes from './profile.module.css'
import { UpdateProfileForm } from './update-profile-form.tsx'

const SecurityTab = lazy(() => import('./security-tab.tsx').then((module) => ({ default: module.SecurityTab })))

/** Who one is here: names in one tab, what keeps the account safe in the other. */
export function ProfilePage() {
  const { data: profile, isPending } = useQuery(profileQuery)
  const isDemo = profile?.isDemo === true
  return (
    <div className={`${page.root} ${classes.page}`}>
      <title>Profile · Plimsoll</title>
      {profile ? (
        <>
          <header className={classes.header}>
            <h1 className={classes.name}>
              {profile.firstName} {profile.lastName}
            </h1>
            <p className={classes.email}>{profile.email}</p>
            <p className={classes.verified} data-verified={profile.isEmailVerified}>
              {profile.isEmailVerified ? <BadgeCheck size={16} /> : <CircleAlert size={16} />}
              {profile.isEmailVerified ? 'Email verified' : 'Email not verified'}
            </p>
          </header>
          {isDemo && (
            <Banner variant="info">
              This is a demo account of your own: nobody else sees it, and it is deleted when you log out, and after a
              day. It has no password to change and shares nothing. Register to keep your work.
            </Banner>
          )}
          <Tabs defaultValue="personal" keepMounted={false}>
            <Tabs.List>
              <Tabs.Tab value="personal">Personal Information</Tabs.Tab>
              <Tabs.Tab value="security">Security</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="personal" className={classes.panel}>
              <UpdateProfileForm profile={profile} />
            </Tabs.Panel>
            <Tabs.Panel value="security" className={classes.panel}>
              <Suspense fallback={<Loader role="status" aria-label="Loading" />}>
                <SecurityTab profile={profile} isDemo={isDemo} />
              </Suspense>
            </Tabs.Panel>
          </Tabs>
        </>
      ) : isPending ? (
        <div className={page.centre} role="status" aria-label="Loading your profile">
          <Loader />
        </div>
      ) : (
        <LoadFailure />
      )}
    </div>
  )
}

function LoadFailure() {
  const navigate = useNavigate()
  return (
    <section className={page.centre} role="alert">
      <h1 className={classes.name}>Failed to load profile</h1>
      <p className={classes.email}>Could not load your profile data. Please try again.</p>
      <Button onClick={() => navigate(-1)}>Try again</Button>
    </section>
  )
}
