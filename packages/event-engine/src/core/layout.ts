/*
 * The rows of the compiled core: the state of all parts of a run in one memory, which the core and the engine's own code share. From
 * this one declaration follow the classes of the core (`rows.ts`, generated) and how the engine reads and writes the same rows.
 */

type Kind = 'i32' | 'f64'
export type Fields = Readonly<Record<string, Kind>>

const all = <K extends Kind>(kind: K, names: string): Record<string, K> =>
  Object.fromEntries(
    names
      .split(/\s+/)
      .filter((name) => name !== '')
      .map((name) => [name, kind]),
  )

/** Bytes that the processor fetches at once. */
export const LINE = 64

/** Fields by lines of the caches: floats and integers of each, which fill all but the last. */
function inLines(...lines: readonly (readonly [floats: string, ints: string])[]): Record<string, Kind> {
  const fields = lines.map(([floats, ints]) => ({ ...all('f64', floats), ...all('i32', ints) }))
  for (const [index, line] of fields.entries()) {
    const bytes = bytesOf(Object.values(line))
    if (index + 1 < lines.length ? bytes !== LINE : bytes > LINE)
      throw new Error(`The line that begins with ${Object.keys(line)[0]} takes ${bytes} bytes.`)
  }
  return Object.assign({}, ...fields)
}

const bytesOf = (kinds: readonly Kind[]): number => kinds.reduce((sum, kind) => sum + (kind === 'f64' ? 8 : 4), 0)

export const ROWS = {
  RunRow: {
    ...all('f64', 'now horizon slowestOfThem'),
    ...all(
      'i32',
      `record serial attempts asksForUsers inUse made moves sources stations sourceRows nodeRows stationRows linkRows
      isTraced controls traffic counts arrived completed responses allResponses visits delays allMessages`,
    ),
  },
  RecordersRow: all('i32', 'ints floats counts number widthBits'),
  ValuesRow: all('i32', 'inSlice inSpan spanPlaces sums'),
  MeterRow: all('i32', 'index waiting mostWaiting published givenUp processed processedInAll'),
  LevelRow: { balance: 'f64', count: 'i32' },
  BucketRow: { ...all('f64', 'tokens since perSecond burst'), ...all('i32', 'next code') },
  LineRow: { carriedMs: 'f64', freeAt: 'f64' },
  StorageLineRow: all('i32', 'waits head length room ring'),
  PartRow: all('i32', 'head tail busy queued'),
  DeliveriesRow: { slots: 'f64', ...all('i32', 'busy queued links count') },
  DrawRow: { ...all('f64', 'a b c'), kind: 'i32' },
  JobsRow: {
    ...all('f64', 'virtual virtualAt served endDueAt'),
    ...all('i32', 'size endedCount room done record ended'),
  },
  // The parts of a run: by lines of the processor's caches, what a call reads and writes in one place together, the most frequent first.
  StationRow: inLines(
    ['slots waitSum serviceSum responseMs', 'index busy queued isShared isPaused arrived started completed'],
    [
      'mostAdmitted failureProbability slowness extraMs',
      'mostInSystem besideCount isLimited limits instancesOut outages hasColdStart head',
    ],
    ['meanMs0 meanMs1 meanMs2 meanMs3', 'fifo0 fifo1 fifo2 fifo3 hasPlainTimes draw serviceStream node'],
    [
      'lineFreeAt0 lineFreeAt1',
      'held sharing jobs failureStream beyondCores storage0 storage1 storage2 storage3 linePlanned0 linePlanned1 atStorage',
    ],
    ['perSecond0 perSecond1 perSecond2 perSecond3', 'spread0 spread1 spread2 spread3 lineMade0 lineMade1 line0 line1'],
    ['instances admission memoryLimit', 'tail mostQueue waited failed rejected instancesLevel up hasPriorities beside'],
  ),
  LinkRow: inLines(
    ['networkSum lineWaitSum lineSum latencyMs', 'index target open awaited isCut stream jitter farRegion'],
    [
      'setupMs requestLineMs requestAccessMs fixedMs',
      'attempts unsent timeoutFifo beginsSlowly isLimited limits asksForPoolSlot requestLine',
    ],
    [
      'failureProbability lossProbability ejectedUntil',
      'sendsSlowly lossPackets hasReconnect isOut isPlain message holds fifo failureStream retries',
    ],
    [
      'serviceFactor serviceMs slotsPerPart poolOpened',
      'mayRepeat takesPoolSlotAtTarget stationOf keepsMessages parts poolPart poolBusy deliveries',
    ],
    [
      'otherBytes responseBytes fixedBackMs responseLineMs responseAccessMs',
      'replies answerLine backFifo succeeded notesOutcomes messages',
    ],
    [
      'poolHoldMs poolExpiryMs poolQueueRoom poolOpenMs poolWaitSum priority',
      'passesOn poolQueue mostPoolQueue poolExpiryFifo',
    ],
    [
      'expiryMs timeoutMs reconnectProbability reconnectMs farMs farSetupMs',
      'expiryFifo cancelsOnTimeout failsSlowly retryCount',
    ],
    ['farLossMs farReconnectMs lossDelayMs', 'retryWaits retryFifos failed timedOut lost expired poolWaits'],
  ),
  NodeRow: inLines(
    [
      '',
      `isUp isHanging onlyStation stepsPerClass steps mayHit hitsSlowly balancing stream station0 station1 station2 station3
      hitStream isAvailable colds`,
    ],
    ['hitRate0 hitRate1 hitRate2 hitRate3', 'hangingInstances lookups hits'],
  ),
  SourceRow: inLines(
    ['shift firstUser usersOfKind localMs', 'regions areas far node comesSlowly arrivalNumber hasLocalWork localFifo'],
    [
      'steadyMs mix0 mix1 mix2',
      'userStream classStream arrivalStream onlyClass interarrival index failsSlowly retryCount',
    ],
    ['mix3 hit0 hit1 hit2 hit3', 'retryWaits'],
  ),
  TrafficRow: { ...all('f64', 'meanMs lineMs bytes'), ...all('i32', 'link stream') },
  StepRow: { weight: 'f64', ...all('i32', 'links count onlyLink copies unlessHit inBackground turn weights') },
} as const satisfies Readonly<Record<string, Fields>>

export interface Layout {
  readonly bytes: number
  readonly offsets: Readonly<Record<string, number>>
}

/** Where each field of a row is, in bytes. A row that is longer than a line has whole ones. */
export function layoutOf(fields: Fields): Layout {
  const offsets: Record<string, number> = {}
  let bytes = 0
  for (const [name, kind] of Object.entries(fields)) {
    offsets[name] = bytes
    bytes += bytesOf([kind])
  }
  const unit = bytes > LINE ? LINE : 8
  return { bytes: Math.ceil(bytes / unit) * unit, offsets }
}
