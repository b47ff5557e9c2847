import { describe, expect, it } from 'vitest'
import { flowPath, readFlowPath } from '../../src/shared/config/paths.ts'

describe('the address of a flow', () => {
  it.each(['a1', 'ä/../b', '100%'])('[UI-500] names it: %s', (id) => {
    expect(readFlowPath(flowPath(id))).toEqual({ id, isPrediction: false })
    expect(readFlowPath(`${flowPath(id)}/predict`)).toEqual({ id, isPrediction: true })
  })

  it.each(['/flow', '/flow/', '/flow//predict', '/flow-editor', '/flow/a1/other', '/x/flow/a1'])(
    '[UI-500] is not %s',
    (pathname) => {
      expect(readFlowPath(pathname)).toBeNull()
    },
  )

  it('[UI-500] is taken as it is where it cannot be decoded', () => {
    expect(readFlowPath('/flow/%zz')).toEqual({ id: '%zz', isPrediction: false })
  })
})
