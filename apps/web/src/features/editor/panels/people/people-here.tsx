import { Button } from '@mantine/core'
import { Panel } from '@xyflow/react'
import { RadioTower } from 'lucide-react'
import { type CSSProperties, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { initialsOf } from '../../../../shared/text/initials.ts'
import { useEditorSession, useRun } from '../../session/use-editor-session.ts'
import { announce } from '../../state/announcement.ts'
import { createCanvasRoom } from '../../state/canvas-room.ts'
import type { Peer } from '../../state/live.ts'
import { createPresenting } from '../../state/presenting.ts'
import { togglePresenting } from '../../tools/present/present-run.ts'
import colours from '../../ui/peer-colours.module.css'
import classes from './people-here.module.css'

/** Shown one by one; of more there is the number. */
const MOST_SHOWN = 5

/** Who else has the flow open; a press on one of them shows what they see. */
export function PeopleHere() {
  const session = useEditorSession()
  const { peers, following } = useStore(session.live)
  const covered = useStore(session.stateOf(createCanvasRoom), (room) => room.covered.right)
  useAnnounced(peers)
  if (peers.length === 0) return null
  const followed = peers.find(({ client }) => client === following)
  const rest = peers.slice(MOST_SHOWN)
  return (
    <Panel
      position="top-right"
      className={classes.people ?? ''}
      style={{ '--covered': `${covered}px` } as CSSProperties}
    >
      <ul className={classes.list} aria-label="People here">
        {peers.slice(0, MOST_SHOWN).map(({ client, name, colour }) => (
          <li key={client} className={colours.peer} data-colour={colour}>
            <button
              type="button"
              className={classes.person}
              aria-pressed={client === following}
              aria-label={`${name}: follow`}
              title={`${name}: follow`}
              data-initials={initialsOf(name)}
              onClick={() => session.live.setState({ following: client === following ? null : client })}
            />
          </li>
        ))}
        {rest.length > 0 && (
          <li>
            <span className={`${classes.person} ${classes.more}`} title={rest.map(({ name }) => name).join(', ')}>
              +{rest.length}
            </span>
          </li>
        )}
      </ul>
      <Presented peers={peers} />
      {followed && (
        <p className={`${classes.following} ${colours.peer}`} data-colour={followed.colour}>
          You see what {followed.name} sees
          <Button size="compact-sm" variant="subtle" onClick={() => session.live.setState({ following: null })}>
            Stop (Esc)
          </Button>
        </p>
      )}
    </Panel>
  )
}

/** The runs that others present, to watch or to leave, and the way to present one's own. */
function Presented({ peers }: { peers: readonly Peer[] }) {
  const session = useEditorSession()
  const { watching, following, isReadonly, phase } = useStore(session.live)
  const isWatched = useRun((run) => run.isWatched)
  const isOn = useStore(session.stateOf(createPresenting), (presenting) => presenting.isOn)
  const presenters = peers.filter(({ run }) => run !== null)
  const watched = isWatched ? presenters.find(({ client }) => client === (watching ?? following)) : undefined
  return (
    <div className={classes.runs} role="status">
      {watched && (
        <p className={`${classes.following} ${colours.peer}`} data-colour={watched.colour}>
          You see the run of {watched.name}
          <Button size="compact-sm" variant="subtle" onClick={() => session.run.ask('reset')}>
            Leave this run
          </Button>
        </p>
      )}
      {presenters.map(
        ({ client, name, colour }) =>
          client !== watched?.client && (
            <p key={client} className={`${classes.following} ${colours.peer}`} data-colour={colour}>
              {name} presents a run
              <Button size="compact-sm" variant="subtle" onClick={() => session.live.setState({ watching: client })}>
                Watch
              </Button>
            </p>
          ),
      )}
      {!isReadonly && phase === 'online' && (
        <Button
          className={classes.present ?? ''}
          size="compact-sm"
          variant={isOn ? 'filled' : 'default'}
          aria-pressed={isOn}
          leftSection={<RadioTower size={14} aria-hidden="true" />}
          onClick={() => togglePresenting(session)}
        >
          {isOn ? 'Presenting my run' : 'Present my run'}
        </Button>
      )}
    </div>
  )
}

/** Tells a screen reader who came and who left. */
function useAnnounced(peers: readonly Peer[]): void {
  const session = useEditorSession()
  const before = useRef<ReadonlyMap<number, string>>(new Map())
  useEffect(() => {
    const now = new Map(peers.map(({ client, name }) => [client, name]))
    const came = [...now].filter(([client]) => !before.current.has(client)).map(([, name]) => `${name} is here.`)
    const left = [...before.current].filter(([client]) => !now.has(client)).map(([, name]) => `${name} left.`)
    before.current = now
    if (came.length + left.length > 0) announce(session, [...came, ...left].join(' '))
  }, [peers, session])
}
