import type { FlowPresence, FlowSummary } from '@plimsoll/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { presenceQuery } from '../../shared/api/presence.ts'

/** Of each flow that others have open now, who they are; asked again as long as the page is looked at. */
export function usePresence(flows: readonly FlowSummary[]): ReadonlyMap<string, FlowPresence> {
  const { data } = useQuery(presenceQuery(flows.map(({ id }) => id)))
  return useMemo(() => new Map(data?.map((one) => [one.flow, one])), [data])
}
