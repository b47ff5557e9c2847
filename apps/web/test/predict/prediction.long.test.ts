import type { CreateExperimentRequest, ExperimentResult } from '@plimsoll/contract'
import {
  applySettings,
  compareDesigns,
  createRunner,
  createWorkerPool,
  pageOfComparison,
  planOf,
  runRequest,
  simulateDesign,
  type WorkerReply,
} from '@plimsoll/experiments'
import { createNode, type Flow } from '@plimsoll/flow'
import { describe, expect, it, vi } from 'vitest'
import { isStale } from '../../src/features/editor/panels/predict/is-stale.ts'
import type { KeepWithVersion } from '../../src/features/editor/panels/predict/keep-figures.ts'
import { createPredictionWith } from '../../src/features/editor/panels/predict/prediction.ts'
import { testSession } from '../editor-session.ts'

/** Workers that run in this process, each message in a task of its own. */
const testPool = (size = 2) =>
  createWorkerPool(size, () => {
    let isEnded = false
    let onReply: (reply: WorkerReply) => void = () => {}
    const run = createRunner((reply) => void (isEnded || onReply(reply)))
    return {
      post: (message) => void setTimeout(() => isEnded || run(message)),
      listen: (listener) => {
        onReply = listener
      },
      end: () => {
        isEnded = true
      },
    }
  })

function prediction(
  simulation: Readonly<Record<string, unknown>> = { durationS: 2, replications: 3 },
  library: Readonly<Record<string, { readonly name: string }>> = {},
) {
  const onServer: string[] = []
  const withVersions: Parameters<KeepWithVersion>[] = []
  const kept: { request: CreateExperimentRequest; result: ExperimentResult }[] = []
  const session = testSession()
  const position = { x: 0, y: 0 }
  const { dispatch } = session.document.getState()
  dispatch({ type: 'add', node: createNode('Client', { id: 'c', position, settings: { concurrentUsers: 5 } }) })
  dispatch({ type: 'add', node: createNode('Server', { id: 's', position }) })
  dispatch({ type: 'connect', id: 'e', ends: { source: 'c', target: 's' }, kind: 'http' })
  for (const [name, value] of Object.entries(simulation)) dispatch({ type: 'set-simulation', name, value })
  return {
    session,
    onServer,
    withVersions,
    kept,
    predict: createPredictionWith(session, {
      pool: testPool(),
      fetchFlow: async (id) => {
        const found = library[id]
        if (found === undefined) throw new Error('This flow is gone.')
        return found
      },
      // As the server does, in this process: the request and the result are texts on their way.
      runOnServer: async (request, { stop, onProgress }) => {
        const text = JSON.stringify(request)
        onServer.push(request.kind)
        const found = await runRequest(JSON.parse(text), { pool: testPool(1), stop, onProgress })
        const result = JSON.parse(JSON.stringify(found))
        kept.push({ request: JSON.parse(text), result })
        return result
      },
      keepWithVersion: async (...given) => void withVersions.push(given),
      fetchExperiment: async (id) => {
        const found = kept[Number(id)]
        if (found === undefined) throw new Error('This experiment is gone.')
        return found
      },
    }),
  }
}

describe('prediction', () => {
  it('[PRD-2] [PRD-3] gives the report of the design with its saved settings, as any other number of workers does', async () => {
    const { session, predict } = prediction({ durationS: 2, replications: 3, objectives: ['p99<5s'] })
    await predict.run()
    const { predicted, running } = predict.store.getState()
    const { flow } = session.document.getState()
    const alone = await simulateDesign({
      name: 'Untitled flow',
      flow,
      plan: planOf(flow).plan,
      pool: testPool(1),
      hasTraces: true,
    })
    expect(running).toBeNull()
    expect(predicted?.report.quality.replications).toBe(3)
    expect(JSON.stringify(predicted?.report)).toBe(JSON.stringify(alone?.ok && alone.report))
  })

  it('[PRD-4] shows what each stage of growing runs has shown', async () => {
    const { predict } = prediction({})
    const shown: number[] = []
    predict.store.subscribe(({ predicted, running }) => {
      if (predicted !== null && running) shown.push(predicted.report.quality.measuredMs)
    })
    await predict.run()
    const stages = [...new Set(shown)]
    expect(stages.length).toBeGreaterThan(1)
    expect(stages).toEqual(stages.toSorted((one, other) => one - other))
    expect(predict.store.getState().predicted?.growth).not.toBeNull()
  })

  it('[PRD-130] tells the share of all that is done, and no time left before that can be told', async () => {
    const { predict } = prediction({ precisionPercent: 30 })
    const shown: (readonly [number, number | null])[] = []
    predict.store.subscribe(({ progress }) => progress && shown.push([progress.share, progress.leftMs]))
    await predict.run()
    expect(shown[0]?.[0]).toBeLessThan(0.05)
    expect([shown[0]?.[1], shown.at(-1)?.[0]]).toEqual([null, 1])
  })

  it('[PRD-131] [PRD-302] shows an answer so far until it is whole, and as far as it came when it is stopped', async () => {
    const { predict } = prediction({ durationS: 6, replications: 1 })
    const shown: (boolean | undefined)[] = []
    predict.store.subscribe(({ answers }) => shown.push(answers.drill?.isPartial))
    await predict.ask.drill()
    expect(new Set(shown)).toEqual(new Set([undefined, true, false]))

    const stopped = prediction({ durationS: 6, replications: 1 }).predict
    stopped.store.subscribe(({ answers }) => answers.capacity && stopped.stop())
    await stopped.ask.capacity()
    expect(stopped.store.getState().answers.capacity?.page.sentences[0]?.text).toMatch(/^Stopped before the highest/)
  })

  it('[PRD-132] [EXP-94] ends what runs when the time is over, and says so where nothing is known', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      expect(ms).toBe(1000)
      return AbortSignal.abort()
    })
    try {
      const { predict } = prediction({ stopAfterS: 1 })
      await predict.run()
      expect(predict.store.getState().predicted?.growth?.ended).toBe('time')
      await predict.ask.sensitivity()
      const { faults, answers } = predict.store.getState()
      expect(faults).toEqual([{ path: '', message: expect.stringMatching(/^The time was over before all/) }])
      expect(answers.sensitivity).toBeUndefined()
    } finally {
      vi.restoreAllMocks()
    }
  })

  it('[EDT-834] keeps what it found with the version that has the design, also once it is saved', async () => {
    const { session, withVersions, predict } = prediction({ durationS: 400, replications: 4, objectives: ['p99<5s'] })
    const { document } = session
    const save = (version: number) => {
      const { markSaved, flow } = document.getState()
      markSaved({ id: 'shop', name: 'Shop', description: '', version }, flow)
    }
    const figures = { p99Ms: expect.any(Number), costPerHour: null }
    await predict.run()
    expect(withVersions).toEqual([])
    save(1)
    expect(withVersions).toEqual([['shop', 1, figures]])
    await predict.ask.capacity()
    expect(withVersions[1]).toEqual(['shop', 1, { ...figures, capacityRps: expect.any(Number) }])

    // Another design: what is known of the one before is not of it.
    const { dispatch } = document.getState()
    dispatch({ type: 'set-property', of: 'node', id: 's', path: 'cpuCores', value: 1 })
    save(2)
    expect(withVersions).toHaveLength(2)
    await predict.run()
    expect(withVersions[2]).toEqual(['shop', 2, figures])
  })

  it('[EDT-838] keeps no figures of a flow that is drawn together', async () => {
    const { session, withVersions, predict } = prediction()
    const { markSaved, flow } = session.document.getState()
    markSaved({ id: 'shop', name: 'Shop', description: '', version: 1, isShared: true }, flow)
    await predict.run()
    expect(predict.store.getState().predicted?.flow).toBe(flow)
    expect(withVersions).toEqual([])
  })

  it('[EDT-835] keeps no figures of a run that is stopped, nor of the load of one client', async () => {
    const { session, withVersions, predict } = prediction({ durationS: 2, replications: 3, objectives: ['p99<5s'] })
    const { markSaved, flow } = session.document.getState()
    markSaved({ id: 'shop', name: 'Shop', description: '', version: 1 }, flow)
    await predict.ask.capacity('c')
    expect(predict.store.getState().answers.capacity?.isPartial).toBe(false)
    // At once: it may be done before anybody asks again.
    const forget = predict.store.subscribe(({ progress }) => progress !== null && predict.stop())
    await predict.run()
    forget()
    expect(withVersions).toEqual([])
  })

  it('[PRD-5] stops at once and keeps what is there', async () => {
    const { predict } = prediction({ durationS: 2, replications: 50 })
    const ended = predict.run()
    await new Promise<void>((done) => {
      predict.store.subscribe(({ progress }) => {
        if (/^[1-9]/.test(progress?.text ?? '')) {
          predict.stop()
          done()
        }
      })
    })
    await ended
    const { predicted, running } = predict.store.getState()
    expect(running).toBeNull()
    expect(predicted?.report.quality.replications).toBeGreaterThanOrEqual(1)
    expect(predicted?.report.quality.replications).toBeLessThan(50)
  })

  it('[PRD-6] [PRD-304] refuses a design with every fault, and keeps the last report', async () => {
    const { session, predict } = prediction()
    await predict.run()
    const { dispatch } = session.document.getState()
    dispatch({ type: 'set-simulation', name: 'durationS', value: -1 })
    dispatch({ type: 'set-simulation', name: 'objectives', value: ['p99<x'] })
    await predict.run()
    const { predicted, faults } = predict.store.getState()
    expect(faults.map(({ path }) => path)).toEqual(['simulation.durationS', 'simulation.objectives.0'])
    expect(predicted).not.toBeNull()
  })

  it('[PRD-30] [PRD-309] says how much the design carries, or how far it came when it is stopped', async () => {
    const { predict } = prediction({ durationS: 2, replications: 3, objectives: ['p99<5s'] })
    const ended = predict.ask.capacity()
    await new Promise<void>((done) => {
      predict.store.subscribe(({ progress }) => {
        if (progress?.text.startsWith('load 2:')) {
          predict.stop()
          done()
        }
      })
    })
    await ended
    const { answers, running } = predict.store.getState()
    expect(running).toBeNull()
    expect(answers.capacity?.page.sentences[0]?.text).toMatch(/^Stopped before the highest load was found[.:]/)
    expect(answers.capacity?.page.tables[0]?.rows).toHaveLength(1)
  })

  it('[PRD-54] refuses in words what cannot be answered', { timeout: 60_000 }, async () => {
    const { session, predict } = prediction({ objectives: ['mean<1ms'] })
    const { dispatch } = session.document.getState()
    await predict.ask.capacity()
    expect(predict.store.getState().answers.capacity?.page.sentences[0]?.text).toMatch(
      /^No load meets mean < 1 ms: already at [\d.]+ rps the mean is [\d.]+ ms\.$/,
    )
    const refused = async () => {
      await predict.ask.capacity()
      return predict.store.getState().faults.map(({ message }) => message)
    }
    dispatch({ type: 'set-simulation', name: 'objectives', value: ['p99@Nobody<1s'] })
    expect(await refused()).toEqual([expect.stringContaining('names no component')])
    dispatch({ type: 'set-simulation', name: 'objectives', value: [] })
    dispatch({ type: 'remove', nodes: ['c'], edges: [] })
    expect(await refused()).toEqual(['There is no client with users, so nothing makes requests.'])
  })

  it('[PRD-53] [PRD-315] says what matters most to the capacity, and gives the command', {
    timeout: 60_000,
  }, async () => {
    const { predict } = prediction({ durationS: 2, replications: 2, objectives: ['throughput<30rps'] })
    await predict.ask.sensitivity('capacity')
    const { page, command } = predict.store.getState().answers.sensitivity ?? {}
    expect(page?.sentences[0]?.text).toContain('throughput < 30 rps')
    expect(page?.tables[0]?.head).toContain('Carries with the higher, rps')
    expect(command).toMatch(/ plimsoll sensitivity .* --measure capacity$/)
  })

  it('[PRD-80] [PRD-81] draws the knee of the load of a chosen client, or of all together', async () => {
    const { session, predict } = prediction({ durationS: 2, replications: 2, objectives: ['throughput<30rps'] })
    const { dispatch } = session.document.getState()
    dispatch({
      type: 'add',
      node: createNode('Client', { id: 'd', position: { x: 0, y: 9 }, settings: { label: 'Apps' } }),
    })
    dispatch({ type: 'connect', id: 'f', ends: { source: 'd', target: 's' }, kind: 'http' })
    await predict.ask.capacity('d')
    const curvesNow = () => predict.store.getState().answers.capacity?.page.curves ?? []
    expect(curvesNow().map(({ title }) => title)).toContain('Completed requests by load')
    expect(curvesNow()[0]?.over).toBe('load of Apps, rps')
    expect(predict.store.getState().answers.capacity?.command).toMatch(/ --client d$/)
    await predict.ask.capacity()
    expect(curvesNow()[0]?.over).toBe('load of all clients, rps')
  })

  it('[PRD-40] [PRD-43] [PRD-44] compares the design with itself changed, as the terminal does', async () => {
    const changes = ['s.averageProcessingTime*=2', 's.cpuCores=1']
    const { session, predict } = prediction({ durationS: 4, replications: 3, compare: changes })
    await predict.ask.compare()
    const { flow } = session.document.getState()
    const settled = applySettings(flow, changes)
    if (!settled.ok) throw new Error(settled.faults.join())
    const [name, plan] = ['Untitled flow', planOf(flow).plan]
    const report = await compareDesigns({
      a: { name, flow, plan },
      b: { name: `${name} with Server.averageProcessingTime*=2, Server.cpuCores=1`, flow: settled.flow, plan },
      pool: testPool(1),
    })
    const { compare } = predict.store.getState().answers
    expect(JSON.stringify(compare?.page)).toBe(JSON.stringify(pageOfComparison(report)))
    expect(compare?.command).toBe(
      "npx plimsoll compare 'Untitled flow.json' --set-b 's.averageProcessingTime*=2' --set-b s.cpuCores=1",
    )
    expect(compare?.page.curves?.[0]?.lines.map(({ name }) => name)).toEqual(['A', 'B'])
    expect(compare?.page.charts.map(({ title }) => title)).toContain('Completed by both over time')
  })

  it('[PRD-40] compares the design with another flow of the library, on the same random numbers', async () => {
    const { flow } = prediction().session.document.getState()
    const { predict } = prediction(undefined, { same: { ...flow, name: 'Same' } })
    predict.store.setState({ otherId: 'same' })
    await predict.ask.compare()
    const { answers, faults } = predict.store.getState()
    expect(faults).toEqual([])
    expect(answers.compare?.command).toBe("npx plimsoll compare 'Untitled flow.json' 'Same.json'")
    expect(answers.compare?.page.sentences[0]?.text).toBe('No difference can be seen.')
    predict.store.setState({ otherId: 'gone' })
    await predict.ask.compare()
    expect(predict.store.getState().faults).toEqual([{ path: '', message: 'This flow is gone.' }])
  })

  it('[PRD-42] refuses a comparison with nothing, and with a change that cannot be made', async () => {
    const { session, predict } = prediction()
    await predict.ask.compare()
    expect(predict.store.getState().faults[0]?.message).toMatch(/^There is nothing to compare with/)
    session.document.getState().dispatch({ type: 'set-simulation', name: 'compare', value: ['s.instances+=many'] })
    await predict.ask.compare()
    expect(predict.store.getState().faults).toEqual([{ path: 'B:', message: 's.instances+=many: "many" is no number' }])
  })

  it('[PRD-7] does not call a report old for what the design is to be compared with', async () => {
    const { session, predict } = prediction()
    await predict.run()
    const { dispatch } = session.document.getState()
    const isOld = () => isStale(predict.store.getState().predicted?.flow as Flow, session.document.getState().flow)
    dispatch({ type: 'set-simulation', name: 'compare', value: ['s.instances=2'] })
    expect(isOld()).toBe(false)
    dispatch({ type: 'set-simulation', name: 'seed', value: 7 })
    expect(isOld()).toBe(true)
  })

  it('[PRD-50] [PRD-52] says what matters most, and simulates nothing twice', async () => {
    const { session, predict } = prediction({ durationS: 2, replications: 2 })
    await predict.ask.sensitivity()
    const first = predict.store.getState().answers.sensitivity
    expect(first?.command).toBe("npx plimsoll sensitivity 'Untitled flow.json'")
    expect(first?.page.tables[0]?.rows.length).toBeGreaterThan(5)
    session.document.getState().dispatch({ type: 'move', positions: new Map([['s', { x: 9, y: 9 }]]) })
    const started = vi.spyOn(globalThis, 'setTimeout')
    await predict.ask.sensitivity()
    expect(started).not.toHaveBeenCalled()
    expect(predict.store.getState().answers.sensitivity?.page).toEqual(first?.page)
  })

  it('[PRD-321] takes back that there is nothing to try once a setting has changed', async () => {
    const { session, predict } = prediction({ durationS: 2, replications: 1 })
    await predict.ask.sweep()
    expect(predict.store.getState().faults).toHaveLength(1)
    session.document.getState().dispatch({ type: 'set-simulation', name: 'sweep', value: ['s.instances=1..2'] })
    expect(predict.store.getState().faults).toEqual([])
  })

  it('[PRD-51] tries the values that are saved', async () => {
    const { session, predict } = prediction({ durationS: 2, replications: 1 })
    await predict.ask.sweep()
    expect(predict.store.getState().faults[0]?.message).toMatch(/^There is nothing to try/)
    const { dispatch } = session.document.getState()
    dispatch({ type: 'set-simulation', name: 'sweep', value: ['s.instances=1..2', 's.cpuCores=1,4'] })
    await predict.ask.sweep()
    const { sweep } = predict.store.getState().answers
    expect(sweep?.page.tables.at(-1)?.rows).toHaveLength(4)
    expect(sweep?.command).toBe("npx plimsoll sweep 'Untitled flow.json' --set s.instances=1..2 --set s.cpuCores=1,4")
  })

  it('[PRD-84] tells what the design costs once it has a price', async () => {
    const price = { of: 's', per: 'instanceHour', price: 0.25, source: 'ours', date: '2026-11-23' }
    const { session, predict } = prediction()
    await predict.run()
    const cost = () => predict.store.getState().predicted?.report.cost
    expect(cost()).toBeUndefined()
    session.document.getState().dispatch({ type: 'set-simulation', name: 'prices', value: [price] })
    await predict.run()
    expect(cost()?.perMonth?.mean).toBe(2 * 0.25 * 730)
  })

  it('[PRD-31] takes each component out in turn', async () => {
    const { predict } = prediction({ durationS: 6, replications: 1 })
    await predict.ask.drill()
    const { answers, faults } = predict.store.getState()
    expect(faults).toEqual([])
    const table = answers.drill?.page.tables.find(({ title }) => title === 'Out in turn')
    expect(table?.rows.map(([name]) => name)).toEqual(['Server'])
  })

  it('[PRD-30] refuses a design whose load cannot be varied', async () => {
    const { predict } = prediction({ arrivals: 'closed' })
    await predict.ask.capacity()
    expect(predict.store.getState().faults).toHaveLength(1)
    expect(predict.store.getState().answers.capacity).toBeUndefined()
  })

  it('[PRD-2] runs once at a time', async () => {
    const { predict } = prediction()
    const [first] = [predict.run(), predict.run()]
    await first
    expect(predict.store.getState().predicted?.report.quality.replications).toBe(3)
  })

  it.each(['run', 'drill', 'compare', 'sensitivity'] as const)(
    '[PRD-100] %s shows the same, whether the server runs it or this browser does',
    async (what) => {
      const { predict, onServer } = prediction({
        durationS: 2,
        replications: 3,
        objectives: ['p99<5s'],
        compare: ['s.instances=2'],
      })
      const shown = async (isOnServer: boolean) => {
        predict.store.setState({ isOnServer })
        await (what === 'run' ? predict.run() : predict.ask[what]())
        const { predicted, answers, faults } = predict.store.getState()
        expect(faults).toEqual([])
        return JSON.stringify(what === 'run' ? predicted : answers[what]?.page)
      }
      const there = await shown(true)
      expect(onServer).toEqual([what === 'run' ? 'simulate' : what])
      expect(await shown(false)).toBe(there)
      expect(onServer).toHaveLength(1)
    },
  )

  it.each(['run', 'capacity', 'drill', 'compare', 'sensitivity', 'sweep'] as const)(
    '[PRD-121] %s is shown again as it was found, when the experiment is opened',
    async (what) => {
      const { predict, session } = prediction({
        durationS: 2,
        replications: 3,
        objectives: ['p99<5s'],
        compare: ['s.instances=2'],
        sweep: ['s.instances=1..2'],
      })
      const shown = () => {
        const { predicted, answers, faults, asked } = predict.store.getState()
        expect([faults, asked]).toEqual([[], what === 'run' ? 'report' : what])
        const found = what === 'run' ? predicted : answers[what]
        return [JSON.stringify(found), found && isStale(found.flow, session.document.getState().flow)]
      }
      predict.store.setState({ isOnServer: true })
      await (what === 'run' ? predict.run() : predict.ask[what]())
      const [found] = shown()
      predict.store.setState({ predicted: null, answers: {}, asked: null })
      await predict.openFromServer('0')
      expect(shown()).toEqual([found, false])

      session.document.getState().dispatch({ type: 'set-simulation', name: 'seed', value: 7 })
      await predict.openFromServer('0')
      expect(shown()).toEqual([found, true])
    },
  )

  it('[PRD-121] names the other flow of a comparison in the line for the terminal', async () => {
    const other = { name: 'Other', documentVersion: 1, nodes: [], edges: [] }
    const { predict, session } = prediction({ durationS: 2, replications: 2 }, { other })
    Object.assign(other, session.document.getState().flow)
    predict.store.setState({ isOnServer: true, otherId: 'other' })
    await predict.ask.compare()
    const { command } = predict.store.getState().answers.compare ?? {}
    expect(command).toBe("npx plimsoll compare 'Untitled flow.json' 'Other.json'")
    predict.store.setState({ answers: {} })
    await predict.openFromServer('0')
    expect(predict.store.getState().answers.compare?.command).toBe(command)
  })

  it('[PRD-121] says why an experiment cannot be opened', async () => {
    const { predict } = prediction()
    await predict.openFromServer('0')
    expect(predict.store.getState().faults).toEqual([{ path: '', message: 'This experiment is gone.' }])
  })

  it.each(['run', 'capacity', 'drill'] as const)(
    '[PRD-171] says so where a result of another version cannot be shown: %s',
    async (what) => {
      const { predict, kept } = prediction({ durationS: 2, replications: 2 })
      predict.store.setState({ isOnServer: true })
      await (what === 'run' ? predict.run() : predict.ask[what]())
      predict.store.setState({ predicted: null, answers: {} })
      for (const { result } of kept) Object.assign(result, { report: { format: 'of long ago' } })
      await predict.openFromServer('0')
      const { predicted, answers, faults } = predict.store.getState()
      expect([predicted, answers]).toEqual([null, {}])
      expect(faults.map(({ message }) => message)).toEqual([
        'This version of Plimsoll cannot show this result. Reload the page, or ask again.',
      ])
    },
  )

  it('[PRD-122] tells the server from which version of which flow the design comes', async () => {
    const { predict, session, kept } = prediction()
    predict.store.setState({ isOnServer: true })
    await predict.run()
    session.document.setState({ saved: { id: 'shop', name: 'Shop', description: '', version: 3 } })
    await predict.run()
    expect(kept.map(({ request }) => request.flow)).toEqual([undefined, { id: 'shop', version: 3 }])
  })

  it('[PRD-101] says why the server did not run it', async () => {
    const session = testSession()
    const predict = createPredictionWith(session, {
      pool: testPool(),
      fetchFlow: () => Promise.reject(new Error('There is no library.')),
      runOnServer: () => Promise.reject(new Error('Could not connect to server')),
      fetchExperiment: () => Promise.reject(new Error('Could not connect to server')),
      keepWithVersion: () => Promise.reject(new Error('Could not connect to server')),
    })
    predict.store.setState({ isOnServer: true })
    await predict.ask.capacity()
    expect(predict.store.getState().faults).toEqual([{ path: '', message: 'Could not connect to server' }])
  })
})
