import { describe, expect, it } from 'vitest'
import { createLoadBoard } from '../../src/stores/load-board.ts'

function heardBy(board: ReturnType<typeof createLoadBoard>, id: string) {
  const heard: (number | null)[] = []
  const unsubscribe = board.subscribe(id, (utilization) => heard.push(utilization))
  return { heard, unsubscribe }
}

describe('loads', () => {
  it('[RUN-13] tells a listener its own load at once and when it changes', () => {
    const board = createLoadBoard()
    board.publish(['a', 'b'], [0.25, 0.5])
    const { heard } = heardBy(board, 'a')
    board.publish(['a', 'b'], [0.25, 0.75])
    board.publish(['a', 'b'], [1, 0.75])
    expect(heard).toEqual([0.25, 1])
  })

  it('[RUN-13] tells null before the first tick and after the last', () => {
    const board = createLoadBoard()
    const { heard } = heardBy(board, 'a')
    board.publish(['a'], [0.5])
    board.clear()
    board.clear()
    expect(heard).toEqual([null, 0.5, null])
  })

  it('[RUN-13] tells null to what has left the diagram, also when something else came in the same tick', () => {
    const board = createLoadBoard()
    board.publish(['a', 'b'], [0.1, 0.2])
    const { heard } = heardBy(board, 'b')
    board.publish(['a', 'c'], [0.1, 0.3])
    expect(heard).toEqual([0.2, null])
    expect(heardBy(board, 'c').heard).toEqual([0.3])
  })

  it('[RUN-13] tells nothing after the listener has left', () => {
    const board = createLoadBoard()
    const { heard, unsubscribe } = heardBy(board, 'a')
    unsubscribe()
    board.publish(['a'], [0.5])
    expect(heard).toEqual([null])
  })
})
