import { createNode } from '@plimsoll/flow'
import { createLiveRun } from '@plimsoll/live-engine'
import { createRunHistory } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { testSession } from '../editor-session.ts'

const session = testSession()
const lone = { nodes: [createNode('Client', { id: 'c', position: { x: 0, y: 0 } })], edges: [] }

function runFor(ticks: number): void {
  const run = createLiveRun({ flow: lone, seed: 1 })
  const history = createRunHistory()
  run.command('start')
  for (let tick = 0; tick < ticks; tick += 1) {
    run.tick()
    history.note(run.snapshot())
    session.run.publishSnapshot(run.snapshot(), history.points())
  }
}

const times = () => session.run.history.getState().points.map(({ time }) => time)

describe('the history of the run on screen', () => {
  it('[RUN-50] [RUN-717] is what is published, and is gone when the run ends', () => {
    runFor(25)
    expect(times()).toEqual([1, 2])
    session.run.end()
    expect(times()).toEqual([])
    runFor(10)
    expect(times()).toEqual([1])
  })

  it('[RUN-50] tells of a new point only', () => {
    session.run.end()
    let told = 0
    const unsubscribe = session.run.history.subscribe(() => {
      told += 1
    })
    runFor(30)
    unsubscribe()
    // Once of the empty one that a run begins with.
    expect(told).toBe(4)
  })
})
