import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { exportAccount } from '../../shared/api/profile.ts'
import { toastFailure } from '../../shared/api/toast-failure.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { saveFile } from '../../shared/files/save-file.ts'
import classes from './profile.module.css'
import { StorageUse } from './storage-use.tsx'

const DeleteAccountDialog = lazy(async () => ({
  default: (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
}))

/** What is kept about the user: to take along, and to remove. */
export function YourData({ isDemo }: { isDemo: boolean }) {
  const [isAsking, setIsAsking] = useState(false)
  const takeAlong = useSubmission({
    mutationFn: exportAccount,
    onSuccess: (file) => saveFile(file, 'plimsoll-export.json'),
    onError: (error) => toastFailure(error),
  })
  return (
    <section className={classes.section} aria-labelledby="your-data">
      <h2 id="your-data" className={classes.title}>
        Your data
      </h2>
      <StorageUse />
      <div className={classes.choice}>
        <p>Your profile and every flow you saved, as one JSON file. “Import” in the library takes it.</p>
        <Button
          variant="default"
          leftSection={<Download size={14} />}
          loading={takeAlong.isPending}
          onClick={() => takeAlong.mutate()}
        >
          Export as JSON
        </Button>
      </div>
      <div className={classes.choice}>
        <p id="about-deletion">
          {isDemo
            ? 'The demo account is deleted when you log out.'
            : 'Your profile, your flows and your sessions, gone for good.'}
        </p>
        <Button
          variant="outline"
          color="red"
          aria-describedby="about-deletion"
          disabled={isDemo}
          onClick={() => setIsAsking(true)}
        >
          Delete account
        </Button>
      </div>
      <Suspense>{isAsking && <DeleteAccountDialog onClose={() => setIsAsking(false)} />}</Suspense>
    </section>
  )
}
