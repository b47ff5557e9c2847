import { FLOW_SORTS, type FlowSort } from '@plimsoll/contract'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

export interface Search {
  readonly words: string
  /** Only flows with this one; empty: all. */
  readonly tag: string
  readonly sort: FlowSort
  /** The own flows, those that others share with the user, or those of the teams. */
  readonly whose: Whose
}

const WHOSE = ['own', 'shared', 'team'] as const

type Whose = (typeof WHOSE)[number]

/** What the library is searched for, and its order. The address keeps both: they are there again after a flow was opened. */
export function useLibrarySearch() {
  const { search } = useLocation()
  const navigate = useNavigate()
  // What is typed has to stand there at once, which a change of the address does not.
  const [current, setCurrent] = useState(() => readSearch(search))
  const change = (next: Search) => {
    setCurrent(next)
    const kept = new URLSearchParams()
    if (next.words !== '') kept.set('q', next.words)
    if (next.tag !== '') kept.set('tag', next.tag)
    if (next.sort !== 'updated') kept.set('sort', next.sort)
    if (next.whose !== 'own') kept.set('whose', next.whose)
    navigate({ search: kept.toString() }, { replace: true })
  }
  return { ...current, change }
}

function readSearch(search: string): Search {
  const parameters = new URLSearchParams(search)
  const sort = FLOW_SORTS.find((id) => id === parameters.get('sort')) ?? 'updated'
  const whose = WHOSE.find((id) => id === parameters.get('whose')) ?? 'own'
  return { words: parameters.get('q') ?? '', tag: parameters.get('tag') ?? '', sort, whose }
}
