import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Inbox, LockKeyhole, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { asRequestError } from '../../shared/api/client.ts'
import { isOutboxClosed, outboxQuery } from '../../shared/api/outbox.ts'
import { paths } from '../../shared/config/paths.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import { MailEntry } from './mail-entry.tsx'
import classes from './outbox.module.css'
import { takeOutboxSecret } from './take-outbox-secret.ts'

/** The mails that this server keeps because it has nothing to send them with, newest first. */
export function OutboxPage() {
  // Once, and before the mails are asked for.
  useState(takeOutboxSecret)
  const { data: mails, error, isPending, isFetching, refetch } = useQuery(outboxQuery)
  if (error && asRequestError(error).type === 'resource/not-found') return <Navigate to={paths.notFound} replace />
  const isClosed = error !== null && isOutboxClosed(error)
  return (
    <div className={classes.page}>
      <title>Outbox · Plimsoll</title>
      <header className={classes.header}>
        <h1 className={classes.heading}>Outbox</h1>
        <Button
          variant="default"
          leftSection={<RotateCw size={14} />}
          loading={isFetching && !isPending}
          onClick={() => void refetch()}
        >
          Refresh
        </Button>
        <p className={classes.about}>
          Mails stay on this machine, because no mail server is set. With one, these would be sent.
        </p>
      </header>
      {error && !isClosed && <Banner variant="error">{asRequestError(error).message}</Banner>}
      {isPending ? (
        <div className={classes.centre} role="status" aria-label="Loading the mails">
          <Loader />
        </div>
      ) : isClosed ? (
        <div className={`${classes.centre} ${classes.empty}`} role="alert">
          <LockKeyhole size={28} strokeWidth={1.5} aria-hidden="true" />
          <h2>Closed</h2>
          <p>Its mails open accounts. Read them by the address that the server printed when it started.</p>
        </div>
      ) : mails?.length === 0 ? (
        <div className={`${classes.centre} ${classes.empty}`}>
          <Inbox size={28} strokeWidth={1.5} aria-hidden="true" />
          <h2>No mails yet</h2>
          <p>Register or reset a password, and the mail appears here.</p>
        </div>
      ) : (
        <ol className={classes.mails}>
          {mails?.map((mail, index) => (
            <li key={mail.id}>
              <MailEntry mail={mail} isNewest={index === 0} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
