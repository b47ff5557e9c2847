/*
 * The rows of the compiled core: the state of all parts of a run in one memory, which the core and the engine's own code share. From
 * this one declaration follow the classes of the core (`rows.ts`, generated) and how the engine reads and writes the same rows.
 */

type Kind = 'i32' | 'f64'
export type Fields = Readonly<Record<string, Kind>>

const all = <K extends Kind>(kind: K, names: string): Record<string, K> =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, kind]),
  )

export const ROWS = {
  RunRow: {
    ...all('f64', 'now horizon slowestOfThem'),
    ...all(
      'i32',
      `record serial attempts asksForUsers inUse made moves sources sourceRows nodeRows stationRows linkRows
      isTraced controls traffic counts arrived completed responses allResponses visits delays allMessages`,
    ),
  },
  RecordersRow: all('i32', 'ints floats counts number widthBits'),
  ValuesRow: all('i32', 'inSlice inSpan sums'),
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
  StationRow: {
    ...all(
      'f64',
      `slots mostAdmitted waitSum serviceSum responseMs slowness extraMs failureProbability
      meanMs0 meanMs1 meanMs2 meanMs3 perSecond0 perSecond1 perSecond2 perSecond3 instances admission memoryLimit lineFreeAt0 lineFreeAt1`,
    ),
    ...all(
      'i32',
      `node index isLimited isPaused hasPlainTimes isShared hasColdStart hasPriorities outages head tail
      mostInSystem mostQueue arrived started completed waited failed rejected instancesLevel instancesOut up
      fifo0 fifo1 fifo2 fifo3 storage0 storage1 storage2 storage3 spread0 spread1 spread2 spread3
      lineMade0 lineMade1 linePlanned0 linePlanned1 line0 line1 serviceStream failureStream draw limits
      busy held queued atStorage sharing beyondCores jobs beside besideCount`,
    ),
  },
  LinkRow: {
    ...all(
      'f64',
      `ejectedUntil fixedMs fixedBackMs failureProbability networkSum serviceFactor serviceMs expiryMs responseBytes otherBytes
      latencyMs setupMs requestLineMs requestAccessMs responseLineMs responseAccessMs lineWaitSum lineSum lossProbability lossDelayMs
      reconnectProbability reconnectMs farMs farSetupMs farLossMs farReconnectMs timeoutMs slotsPerPart poolOpenMs poolQueueRoom
      poolExpiryMs poolHoldMs poolWaitSum priority poolOpened`,
    ),
    ...all(
      'i32',
      `index target isPlain holds message replies isCut isOut isLimited beginsSlowly sendsSlowly
      takesPoolSlotAtTarget asksForPoolSlot keepsMessages mayRepeat notesOutcomes timeoutFifo fifo backFifo expiryFifo poolExpiryFifo
      attempts unsent open awaited succeeded failed timedOut lost expired retries cancelsOnTimeout failsSlowly
      retryCount retryWaits retryFifos lossPackets hasReconnect farRegion stream failureStream jitter limits
      requestLine answerLine messages stationOf poolBusy poolQueue poolPart parts deliveries passesOn mostPoolQueue poolWaits`,
    ),
  },
  NodeRow: {
    ...all('f64', 'hitRate0 hitRate1 hitRate2 hitRate3'),
    ...all(
      'i32',
      `isUp isHanging onlyStation station0 station1 station2 station3 stepsPerClass steps mayHit hitsSlowly isAvailable hangingInstances colds
      balancing stream hitStream lookups hits`,
    ),
  },
  TrafficRow: { ...all('f64', 'meanMs lineMs bytes'), ...all('i32', 'link stream') },
  StepRow: { weight: 'f64', ...all('i32', 'links count onlyLink copies unlessHit inBackground turn weights') },
  SourceRow: {
    ...all('f64', 'steadyMs mix0 mix1 mix2 mix3 hit0 hit1 hit2 hit3 localMs firstUser usersOfKind shift'),
    ...all(
      'i32',
      `index node arrivalNumber userStream classStream arrivalStream onlyClass hasLocalWork comesSlowly localFifo
      interarrival areas regions far failsSlowly retryCount retryWaits`,
    ),
  },
} as const satisfies Readonly<Record<string, Fields>>

export interface Layout {
  readonly bytes: number
  readonly offsets: Readonly<Record<string, number>>
}

/** Where each field of a row is, in bytes: floats first, so that nothing has to be aligned. */
export function layoutOf(fields: Fields): Layout {
  const offsets: Record<string, number> = {}
  let bytes = 0
  for (const [name, kind] of Object.entries(fields)) {
    offsets[name] = bytes
    bytes += kind === 'f64' ? 8 : 4
  }
  return { bytes: Math.ceil(bytes / 8) * 8, offsets }
}
