import { lazy, Suspense, useEffect } from 'react'
import { paths } from '../../shared/config/paths.ts'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { useSession } from '../../stores/session.ts'
import { HeroBoard } from './hero/hero-board.tsx'
import { runHero } from './hero/hero-run.ts'
import classes from './landing.module.css'

// Below the fold: comes after the first paint.
const Features = lazy(() => import('./features.tsx').then((module) => ({ default: module.Features })))

export function LandingPage() {
  useEffect(runHero, [])
  return (
    <div className={classes.page}>
      <title>Plimsoll: see how deep your system sits</title>
      <section className={classes.hero}>
        <h1 className={classes.claim}>See how deep your system sits in the water</h1>
        <p className={classes.lead}>
          Draw an architecture, load it with simulated traffic, and read off where it saturates, before your users find
          out for you.
        </p>
        <CallToAction />
      </section>
      <HeroBoard />
      <Suspense fallback={<div className={classes.later} />}>
        <Features />
      </Suspense>
      <section className={classes.close}>
        <h2>What will yours do under load?</h2>
        <CallToAction />
      </section>
    </div>
  )
}

function CallToAction() {
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  return isAuthenticated ? (
    <LinkButton to={paths.library} size="large">
      Go to Library
    </LinkButton>
  ) : (
    <LinkButton to={paths.register} size="large">
      Get Started for Free
    </LinkButton>
  )
}
