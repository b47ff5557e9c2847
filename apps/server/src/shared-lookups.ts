/**
 * Lets callers who ask for the same at once share an answer. Who asks while it is being looked up gets the next one, which begins then: so
 * no answer is older than its question.
 */
export function shareLookups<Result>(look: (key: string) => Promise<Result>): (key: string) => Promise<Result> {
  const underWay = new Map<string, Promise<Result>>()
  const next = new Map<string, Promise<Result>>()

  function begin(key: string): Promise<Result> {
    next.delete(key)
    const answer = look(key).finally(() => {
      if (!next.has(key)) underWay.delete(key)
    })
    underWay.set(key, answer)
    return answer
  }

  return (key) => {
    const before = underWay.get(key)
    if (!before) return begin(key)
    const after =
      next.get(key) ??
      before.then(
        () => begin(key),
        () => begin(key),
      )
    next.set(key, after)
    return after
  }
}
