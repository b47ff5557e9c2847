import { createRunHistory } from '@plimsoll/simulation'
import type { EditorSession } from '../session/editor-session.ts'
import type { Peer } from '../state/live.ts'
import { readRun } from './run-message.ts'

/**
 * Shows the run that somebody presents to who follows or watches them, in place of a run of one's own. Gives back how to end that.
 */
export function watchRuns(session: EditorSession): () => void {
  const { live, run, document } = session
  let watched: {
    readonly client: number
    readonly name: string
    readonly end: (notice: string | null) => void
  } | null = null
  let told: unknown = null
  let shows: (value: unknown) => void = () => {}

  function begin({ client, name }: Peer): void {
    const { seed, speed } = run.store.getState()
    let history = createRunHistory()
    const stop = () => live.setState({ watching: null, following: null })
    const release = run.takeControl({
      // One's own run, as soon as this one is gone.
      start: () => {
        stop()
        run.ask('start')
      },
      reset: stop,
      ...{ pause: () => {}, resume: () => {}, step: () => {}, toEnd: () => {} },
      log: async () => null,
    })
    run.store.setState({ isWatched: true, notice: null })
    let last = -1
    const show = (value: unknown) => {
      const presented = readRun(value, document.getState().flow)
      if (presented === null) return
      const { state, speed, snapshot } = presented
      const now = run.store.getState()
      // Their pointer moved, and not the run.
      if (snapshot.elapsedTime === last && state === now.state && speed === now.speed) return
      // They began anew.
      if (snapshot.elapsedTime < last) history = createRunHistory()
      last = snapshot.elapsedTime
      history.note(snapshot)
      run.store.setState({ state, speed, seed: snapshot.seed })
      run.publishSnapshot(snapshot, history.points())
    }
    watched = {
      client,
      name,
      end: (notice) => {
        release()
        run.store.setState({ isWatched: false, seed, speed })
        run.end(notice)
      },
    }
    shows = show
  }

  function end(notice: string | null = null): void {
    const before = watched
    watched = null
    told = null
    before?.end(notice)
  }

  function follow(): void {
    const { peers, watching, following } = live.getState()
    const presenter = (id: number | null) => peers.find(({ client, run }) => client === id && run !== null)
    const asked = presenter(watching)
    // A run of one's own goes on while one follows somebody; it ends for a run that one asks to watch.
    const isFree = watched !== null || run.store.getState().state === 'stopped'
    const next = asked ?? (isFree ? presenter(following) : undefined)
    if (watched !== null && watched.client !== next?.client) {
      const isLeft = watching !== watched.client && following !== watched.client
      end(isLeft || next ? null : `The run that ${watched.name} presented has ended.`)
    }
    if (watching !== null && !asked) live.setState({ watching: null })
    if (!next) return
    if (watched === null) {
      if (run.store.getState().state !== 'stopped') run.ask('reset')
      begin(next)
    }
    if (next.run === told) return
    told = next.run
    shows(told)
  }

  const unsubscribe = live.subscribe((now, before) => {
    const isSame = now.peers === before.peers && now.watching === before.watching && now.following === before.following
    if (!isSame) follow()
  })
  return () => {
    unsubscribe()
    end()
  }
}
