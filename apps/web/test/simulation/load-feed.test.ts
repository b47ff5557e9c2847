import { describe, expect, it } from 'vitest'
import { createLoadFeed } from '../../src/features/editor/run/load-feed.ts'

/** All is drawn as soon as it is told. */
const boardAtOnce = () => createLoadFeed({ drawnInFrame: Number.POSITIVE_INFINITY, onNextFrame: (act) => act(0) })

/** A board whose frames are had one by one. */
function boardInFrames(drawnInFrame: number) {
  const acts: ((now: number) => void)[] = []
  const board = createLoadFeed({ drawnInFrame, onNextFrame: (act) => acts.push(act) })
  let now = 0
  /** The next frame, which begins so many ms after the one before. */
  function frame(after = 16) {
    now += after
    acts.shift()?.(now)
  }
  return { board, acts, frame }
}

function heardBy(board: ReturnType<typeof createLoadFeed>, id: string) {
  const heard: (number | null)[] = []
  const unsubscribe = board.subscribe(id, (utilization) => heard.push(utilization) > 0)
  return { heard, unsubscribe }
}

describe('loads', () => {
  it('[RUN-13] tells a listener its own load at once and when it changes', () => {
    const board = boardAtOnce()
    board.publish(['a', 'b'], [0.25, 0.5])
    const { heard } = heardBy(board, 'a')
    board.publish(['a', 'b'], [0.25, 0.75])
    board.publish(['a', 'b'], [1, 0.75])
    expect(heard).toEqual([0.25, 1])
  })

  it('[RUN-135] tells null before the first tick and after the last', () => {
    const board = boardAtOnce()
    const { heard } = heardBy(board, 'a')
    board.publish(['a'], [0.5])
    board.clear()
    board.clear()
    expect(heard).toEqual([null, 0.5, null])
  })

  it('[RUN-135] tells null to what was removed, also when something was added in the same tick', () => {
    const board = boardAtOnce()
    board.publish(['a', 'b'], [0.1, 0.2])
    const { heard } = heardBy(board, 'b')
    board.publish(['a', 'c'], [0.1, 0.3])
    expect(heard).toEqual([0.2, null])
    expect(heardBy(board, 'c').heard).toEqual([0.3])
  })

  it('[RUN-13] tells nothing after the listener has left', () => {
    const board = boardAtOnce()
    const { heard, unsubscribe } = heardBy(board, 'a')
    unsubscribe()
    board.publish(['a'], [0.5])
    expect(heard).toEqual([null])
  })

  it('[RUN-76] tells very many in turn, frame by frame, each what is so by then', () => {
    const { board, acts, frame } = boardInFrames(2)
    const ids = ['a', 'b', 'c', 'd', 'e']
    const all = ids.map((id) => heardBy(board, id).heard)
    const last = () => all.map((heard) => heard.at(-1))
    const publish = (load: number) =>
      board.publish(
        ids,
        ids.map(() => load),
      )
    publish(0.1)
    publish(0.2)
    expect(acts).toHaveLength(1)
    frame()
    expect(last()).toEqual([0.2, 0.2, null, null, null])
    publish(0.3)
    frame()
    expect(last()).toEqual([0.2, 0.2, 0.3, 0.3, null])
    expect(board.of('a')).toBe(0.3)
    frame()
    expect(last()).toEqual([0.3, 0.2, 0.3, 0.3, 0.3])
    frame()
    expect(last()).toEqual([0.3, 0.3, 0.3, 0.3, 0.3])
    expect(all.map((heard) => heard.length)).toEqual([3, 3, 2, 2, 2])
    board.clear()
    while (acts.length > 0) frame()
    expect(last()).toEqual([null, null, null, null, null])
  })

  it('[RUN-76] counts only those who draw', () => {
    const { board, acts, frame } = boardInFrames(1)
    const heard: number[] = []
    const ids = Array.from({ length: 100 }, (_, index) => `${index}`)
    for (const id of ids) board.subscribe(id, (load) => heard.push(load ?? 0) === 0)
    heard.length = 0
    board.publish(
      ids,
      ids.map(() => 0.5),
    )
    frame()
    expect(heard).toHaveLength(100)
    expect(acts).toHaveLength(0)
  })

  it('[RUN-76] passes over those who left or came while others waited', () => {
    const { board, acts, frame } = boardInFrames(1)
    const [, second, third] = ['a', 'b', 'c'].map((id) => heardBy(board, id))
    board.publish(['a', 'b', 'c', 'd'], [0.1, 0.2, 0.3, 0.4])
    frame()
    second?.unsubscribe()
    const late = heardBy(board, 'd')
    while (acts.length > 0) frame()
    expect([second?.heard, third?.heard, late.heard]).toEqual([[null], [null, 0.3], [0.4]])
  })

  it('[RUN-81] rests after a frame that took long, for as long, and then tells what is so by then', () => {
    const { board, acts, frame } = boardInFrames(1)
    const heard = ['a', 'b', 'c'].map((id) => heardBy(board, id).heard)
    const told = () => heard.map(({ length }) => length - 1).join('')
    const publish = (load: number) => board.publish(['a', 'b', 'c'], [load, load, load])
    publish(0.1)
    frame()
    expect(told()).toBe('100')
    frame(50)
    expect(told()).toBe('110')
    frame(90)
    frame(60)
    publish(0.2)
    frame(29)
    expect(told()).toBe('110')
    frame(1)
    expect(told()).toBe('111')
    expect(heard[2]?.at(-1)).toBe(0.2)
    frame(100_000)
    frame(199)
    expect(told()).toBe('111')
    frame(1)
    expect(told()).toBe('211')
    while (acts.length > 0) frame()
    expect(told()).toBe('221')
  })

  it('[RUN-81] does not take the time between two ticks for a long frame', () => {
    const { board, acts, frame } = boardInFrames(10)
    const { heard } = heardBy(board, 'a')
    for (const load of [0.1, 0.2, 0.3]) {
      board.publish(['a'], [load])
      frame(100)
      expect(heard.at(-1)).toBe(load)
      frame()
      expect(acts).toHaveLength(0)
    }
  })
})
