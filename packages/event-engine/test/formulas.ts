/** Closed forms of the project's own cases of the event engine, by their ids. Times are ms. */
export const answers: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'EV-01': { ...oneWorker({ perSecond: 12, meanMs: 50 }) },
  'EV-02': { ...manyWorkers({ perSecond: 45, meanMs: 50, workers: 3 }) },
  'EV-03': { ...anyTimes({ perSecond: 10, meanMs: 50, scv: 2 }) },
  'EV-04': { ...fewPlaces({ perSecond: 25, meanMs: 50, places: 5 }) },
  'EV-05': { ...inTurn({ perSecond: 8, meansMs: [50, 75] }) },
  'EV-06': { ...closed({ users: 8, thinkMs: 500, demandsMs: [50, 40] }) },
  'EV-08': { ...givenUp({ perSecond: 14, meanMs: 50, timeoutMs: 300 }) },
  'EV-09': { ...triedAgain({ failureChance: 0.2, retries: 2 }) },
  'EV-12': { ...worstOf({ copies: 3, meanMs: 40 }) },
}

/** M/M/1: the response time is exponential (Kleinrock, Queueing Systems 1, 1975). */
function oneWorker({ perSecond, meanMs }: { perSecond: number; meanMs: number }) {
  const busy = (perSecond * meanMs) / 1000
  const mean = meanMs / (1 - busy)
  return { R_ms: mean, Wq_ms: mean - meanMs, p95_ms: mean * Math.log(20), L: busy / (1 - busy), U: busy }
}

/** M/M/c: Erlang's C, by the recursion of his B. */
function manyWorkers({ perSecond, meanMs, workers }: { perSecond: number; meanMs: number; workers: number }) {
  const offered = (perSecond * meanMs) / 1000
  let blocked = 1
  for (let count = 1; count <= workers; count += 1) blocked = (offered * blocked) / (count + offered * blocked)
  const waits = blocked / (1 - (offered / workers) * (1 - blocked))
  return {
    C_wait: waits,
    R_ms: meanMs + (waits * meanMs) / (workers - offered),
    Lq: (waits * offered) / (workers - offered),
    U: offered / workers,
  }
}

/** M/G/1: Pollaczek and Khinchine. */
function anyTimes({ perSecond, meanMs, scv }: { perSecond: number; meanMs: number; scv: number }) {
  const busy = (perSecond * meanMs) / 1000
  const wait = (busy * meanMs * (1 + scv)) / 2 / (1 - busy)
  return { Wq_ms: wait, R_ms: wait + meanMs }
}

/** M/M/1/K: a birth-death process. */
function fewPlaces({ perSecond, meanMs, places }: { perSecond: number; meanMs: number; places: number }) {
  const weights = Array.from({ length: places + 1 }, (_, count) => ((perSecond * meanMs) / 1000) ** count)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const there = weights.reduce((sum, weight, count) => sum + count * weight, 0) / total
  const blocked = (weights.at(-1) as number) / total
  const through = perSecond * (1 - blocked)
  return { blockedFrac: blocked, Xrps: through, L: there, R_ms: (1000 * there) / through }
}

/** A tandem of M/M/1: each as if alone (Jackson 1957). */
function inTurn({ perSecond, meansMs }: { perSecond: number; meansMs: readonly [number, number] }) {
  const [first, second] = meansMs.map((meanMs) => oneWorker({ perSecond, meanMs })) as [Alone, Alone]
  return { Rfirst_ms: first.R_ms, Rsecond_ms: second.R_ms, R_ms: first.R_ms + second.R_ms, Q_second: second.L }
}

type Alone = ReturnType<typeof oneWorker>

/** Mean value analysis (Reiser and Lavenberg 1980). */
function closed({ users, thinkMs, demandsMs }: { users: number; thinkMs: number; demandsMs: readonly number[] }) {
  let there = demandsMs.map(() => 0)
  let perMs = 0
  let responseMs = 0
  for (let count = 1; count <= users; count += 1) {
    const stays = demandsMs.map((demand, index) => demand * (1 + (there[index] ?? 0)))
    responseMs = stays.reduce((sum, stay) => sum + stay, 0)
    perMs = count / (thinkMs + responseMs)
    there = stays.map((stay) => perMs * stay)
  }
  return { X: 1000 * perMs, R_ms: responseMs, U_web: perMs * (demandsMs[0] ?? 0), U_store: perMs * (demandsMs[1] ?? 0) }
}

/** M/M/1 whose users leave without the server's knowing: the tail of an exponential response time. */
function givenUp({ perSecond, meanMs, timeoutMs }: { perSecond: number; meanMs: number; timeoutMs: number }) {
  const perMs = 1 / oneWorker({ perSecond, meanMs }).R_ms
  const late = Math.exp(-perMs * timeoutMs)
  return {
    timeoutFrac: late,
    goodput_rps: perSecond * (1 - late),
    meanOk_ms: 1 / perMs - (timeoutMs * late) / (1 - late),
  }
}

function triedAgain({ failureChance, retries }: { failureChance: number; retries: number }) {
  const attempts = Array.from({ length: retries + 1 }, (_, index) => failureChance ** index)
  return {
    successFrac: 1 - failureChance ** (retries + 1),
    attemptsPerReq: attempts.reduce((sum, share) => sum + share, 0),
  }
}

/** The greatest of several exponential times: a sum over those still running. */
function worstOf({ copies, meanMs }: { copies: number; meanMs: number }) {
  const running = Array.from({ length: copies }, (_, index) => meanMs / (copies - index))
  return { R_fan_ms: running.reduce((sum, mean) => sum + mean, 0), p95_single_ms: meanMs * Math.log(20) }
}
