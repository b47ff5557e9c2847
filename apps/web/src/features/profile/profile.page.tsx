import { Button, Loader, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, CircleAlert } from 'lucide-react'
import { useNavigate } from 'react-router'
import { profileQuery } from '../../shared/api/profile.ts'
import { ChangePasswordForm } from './change-password-form.tsx'
import classes from './profile.module.css'
import { UpdateProfileForm } from './update-profile-form.tsx'

/** Who one is here: names in one tab, the password in the other. */
export function ProfilePage() {
  const { data: profile, isPending } = useQuery(profileQuery)
  return (
    <div className={classes.page}>
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
          <Tabs defaultValue="personal" keepMounted={false}>
            <Tabs.List>
              <Tabs.Tab value="personal">Personal Information</Tabs.Tab>
              <Tabs.Tab value="security">Security</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="personal" className={classes.panel}>
              <UpdateProfileForm profile={profile} />
            </Tabs.Panel>
            <Tabs.Panel value="security" className={classes.panel}>
              <ChangePasswordForm email={profile.email} />
            </Tabs.Panel>
          </Tabs>
        </>
      ) : isPending ? (
        <div className={classes.centre} role="status" aria-label="Loading your profile">
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
    <section className={classes.centre} role="alert">
      <h1 className={classes.name}>Failed to load profile</h1>
      <p className={classes.email}>Could not load your profile data. Please try again.</p>
      <Button onClick={() => navigate(-1)}>Try again</Button>
    </section>
  )
}
