import { Button } from '@mantine/core'
import type { LinkedFlow } from '@plimsoll/contract'
import { type Flow, parseFlow, slidesOf } from '@plimsoll/flow'
import { useMutation } from '@tanstack/react-query'
import { Presentation, RotateCcw } from 'lucide-react'
import { lazy, useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { useStore } from 'zustand'
import { asRequestError } from '../../shared/api/client.ts'
import { createFlow } from '../../shared/api/flows.ts'
import { checkLink, fetchLinkedFlow, isGone, takeLinkRole } from '../../shared/api/sharing.ts'
import { toastFailure } from '../../shared/api/toast-failure.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import type { OriginState } from '../../shared/config/origin.ts'
import { flowPath, paths } from '../../shared/config/paths.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { LoadingScreen } from '../../shared/ui/loading-screen.tsx'
import { toast } from '../../shared/ui/toast.ts'
import { createDocument } from '../../stores/diagram.ts'
import { useSession } from '../../stores/session.ts'
import type { PrintSheet } from './painters/print/print-sheet.tsx'
import { ReadingView } from './painters/reading/reading-view.tsx'
import { RunButton } from './painters/reading/run-button.tsx'
import type { SlideShow } from './painters/slides/slide-show.tsx'
import { FIGURES, figureText, HEADLINES } from './panels/simulation/common/figures.ts'
import { createRun, type WithRun } from './run/run.ts'
import { controlRuns } from './run/worker/run-controller.ts'
import classes from './shared-flow.module.css'
import { Frame } from './shared-flow-frame.tsx'
import { withPart } from './ui/with-part.ts'

const PasswordForm = lazy(() =>
  import('./link-password-form.tsx').then((module) => ({ default: module.LinkPasswordForm })),
)

/** A link that was revoked is to be seen no longer than 5 s, the answer included. */
const CHECK_MS = 3_000

/** Of the figures of a run, those that say at a glance how it goes. */
const SHOWN = [...HEADLINES, ...FIGURES.filter(({ name }) => ['Elapsed time', 'Success rate'].includes(name))] as const

/** A flow behind a link: to look at and to run, by anybody, and to copy by who is signed in. */
export function SharedFlowPage() {
  const { token = '' } = useParams()
  return <OfLink key={token} token={token} />
}

function OfLink({ token }: { token: string }) {
  const open = useMutation({ mutationFn: (password: string | null) => fetchLinkedFlow(token, password) })
  const { mutate } = open
  useEffect(() => mutate(null), [mutate])
  const isEnded = useEnded(token, open.isSuccess)
  const isTaking = useTakenRole(token, open)

  if (isEnded) return <Unopened isGone message="" onTryAgain={() => mutate(null)} />
  if (isTaking) return <LoadingScreen />
  if (open.data) return <Opened flow={open.data} />
  if (open.isError) {
    const { status, message } = asRequestError(open.error)
    if (status === 403) return <PasswordForm open={open} refusal={open.variables === null ? null : message} />
    return <Unopened isGone={isGone(open.error)} message={message} onTryAgain={() => mutate(null)} />
  }
  // While a password is checked its form stays.
  if (typeof open.variables === 'string') return <PasswordForm open={open} refusal={null} />
  return <LoadingScreen />
}

/** Asks while the page is seen whether its link still shows the flow. */
function useEnded(token: string, isOpen: boolean): boolean {
  const [isEnded, setIsEnded] = useState(false)
  const isAsked = isOpen && !isEnded
  useEffect(() => {
    if (!isAsked) return
    const check = () => {
      if (!document.hidden) checkLink(token).catch((error) => setIsEnded(isGone(error)))
    }
    const timer = setInterval(check, CHECK_MS)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [token, isAsked])
  return isEnded
}

interface OpenLink {
  readonly data: LinkedFlow | undefined
  /** The password that opened it. */
  readonly variables: string | null | undefined
}

/** Takes the role of a link for who is signed in, and leads to the flow in the editor; not within the page of another site. */
function useTakenRole(token: string, { data, variables: password = null }: OpenLink) {
  const isSignedIn = useSession((session) => session.isAuthenticated)
  const navigate = useNavigate()
  const take = useMutation({
    mutationFn: () => takeLinkRole(token, password),
    onSuccess: ({ flow }) => navigate(flowPath(flow), { replace: true }),
    onError: (error) => toastFailure(error),
  })
  const isOffered = isSignedIn && data?.role !== undefined && window.top === window
  const { mutate } = take
  useEffect(() => {
    if (isOffered) mutate()
  }, [isOffered, mutate])
  // Until the editor is there, nothing else is shown in between.
  return isOffered && !take.isError
}

interface UnopenedProps {
  readonly isGone: boolean
  readonly message: string
  readonly onTryAgain: () => void
}

function Unopened({ isGone, message, onTryAgain }: UnopenedProps) {
  return (
    <Frame>
      <section className={classes.alone}>
        <title>Flow not shown · Plimsoll</title>
        <h1>{isGone ? 'This link shows nothing' : 'This flow could not be loaded'}</h1>
        <p>{isGone ? 'It was revoked, has expired, or never was. Ask whoever sent it for another.' : message}</p>
        {!isGone && <LinkButton onClick={onTryAgain}>Try again</LinkButton>}
      </section>
    </Frame>
  )
}

function Opened({ flow: linked }: { flow: LinkedFlow }) {
  const [parsed] = useState(() => parseFlow(linked))
  if (parsed.ok) return <Reading linked={linked} flow={parsed.flow} />
  return <Unopened isGone={false} message="It cannot be read." onTryAgain={() => location.reload()} />
}

function Reading({ linked, flow }: { linked: LinkedFlow; flow: Flow }) {
  const { name, description } = linked
  const [session] = useState(() => createReading(linked))
  useEffect(() => controlRuns(session), [session])
  const notice = useStore(session.run.store, (run) => run.notice)
  const Sheet = usePrintSheet()
  return (
    <Frame>
      <title>{`${name} · Plimsoll`}</title>
      {Sheet && <Sheet name={name} description={description} flow={flow} run={session.run} />}
      <div className={classes.head}>
        <div className={classes.about}>
          <h1>{name}</h1>
          <p>{description}</p>
        </div>
        <div className={classes.ways}>
          <SignInButton linked={linked} />
          <CopyButton linked={linked} />
        </div>
      </div>
      {notice && <Banner variant="error">{notice}</Banner>}
      <ReadingView flow={flow} run={session.run} />
      <div className={classes.deck}>
        <Commands run={session.run} />
        {slidesOf(flow).length > 0 && <Slides flow={flow} run={session.run} />}
        <Figures run={session.run} />
      </div>
    </Frame>
  )
}

/** What is printed; few print, so it is loaded once the page is used. */
function usePrintSheet(): typeof PrintSheet | null {
  const [sheet, setSheet] = useState<{ readonly PrintSheet: typeof PrintSheet } | null>(null)
  useEffect(() => {
    const used = new AbortController()
    const load = () => {
      used.abort()
      void import('./painters/print/print-sheet.tsx').then(setSheet).catch(() => {})
    }
    for (const type of ['pointermove', 'pointerdown', 'keydown']) addEventListener(type, load, { signal: used.signal })
    return () => used.abort()
  }, [])
  return sheet?.PrintSheet ?? null
}

/** A document and its run that nothing else on the page knows: what is looked at is neither kept as a draft nor opened in the editor. */
function createReading(linked: LinkedFlow): WithRun {
  const document = createDocument()
  document.getState().load({ ...linked, id: '', version: 1 })
  return {
    document,
    run: createRun({ now: () => performance.now(), onNextFrame: (act) => requestAnimationFrame(act) }),
  }
}

function Commands({ run }: { run: WithRun['run'] }) {
  const isStopped = useStore(run.store, (shown) => shown.state === 'stopped')
  return (
    <div className={classes.commands} role="toolbar" aria-label="Run">
      <RunButton run={run} />
      <Button
        variant="default"
        leftSection={<RotateCcw size={15} aria-hidden="true" />}
        disabled={isStopped}
        onClick={() => run.ask('reset')}
      >
        Reset
      </Button>
    </div>
  )
}

/** Shows the slides over all of the screen; that code is loaded then. */
function Slides({ flow, run }: { flow: Flow; run: WithRun['run'] }) {
  const [part, setPart] = useState<{ readonly SlideShow: typeof SlideShow } | null>(null)
  const close = useCallback(() => setPart(null), [])
  return (
    <>
      <Button
        variant="default"
        leftSection={<Presentation size={15} aria-hidden="true" />}
        onClick={() => void withPart(import('./painters/slides/slide-show.tsx'), setPart)}
      >
        Slides
      </Button>
      {part && <part.SlideShow flow={flow} run={run} onClose={close} />}
    </>
  )
}

function Figures({ run }: { run: WithRun['run'] }) {
  const snapshot = useStore(run.store, (shown) => shown.snapshot)
  return (
    <dl className={classes.figures}>
      {SHOWN.map((definition) => (
        <div key={definition.name}>
          <dt>{definition.name}</dt>
          <dd className="figure">
            {figureText(definition, snapshot).map(({ value, unit }) => (
              <span key={unit}>
                {value} <small>{unit}</small>{' '}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Leads who has a link for more than viewing to the login and back. */
function SignInButton({ linked: { role } }: { linked: LinkedFlow }) {
  const isSignedIn = useSession((session) => session.isAuthenticated)
  const toLogin = useToLogin()
  if (role === undefined || isSignedIn) return null
  return <Button onClick={toLogin}>Log in to {role === 'editor' ? 'edit' : 'comment'}</Button>
}

function useToLogin() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return () => navigate(paths.login, { state: { from: pathname } satisfies OriginState })
}

/** Takes the flow into one's own library; whoever is not signed in is led there and back. */
function CopyButton({ linked }: { linked: LinkedFlow }) {
  const isSignedIn = useSession((session) => session.isAuthenticated)
  const navigate = useNavigate()
  const toLogin = useToLogin()
  const [once] = useState(() => crypto.randomUUID())
  const copy = useSubmission({
    mutationFn: () => {
      const { role: _, ...flow } = linked
      return createFlow(flow, once)
    },
    onSuccess: ({ id, name }) => {
      toast.success(`“${name}” is in your library`)
      navigate(flowPath(id))
    },
    onError: (error) => toastFailure(error),
  })
  if (!isSignedIn) {
    return (
      <Button variant="default" onClick={toLogin}>
        Log in to make a copy
      </Button>
    )
  }
  return (
    <Button variant="default" loading={copy.isPending} onClick={() => copy.mutate(undefined)}>
      Make a copy
    </Button>
  )
}
