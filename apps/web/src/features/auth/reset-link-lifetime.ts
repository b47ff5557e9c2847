import { useQuery } from '@tanstack/react-query'
import { siteConfigQuery } from '../../shared/api/auth.ts'

/** How long a link to reset a password lasts, in words; what servers begin with until this one has said it. */
export function useResetLinkLifetime(): string {
  const { data: site } = useQuery(siteConfigQuery)
  return site?.resetLinkLifetime ?? '1 hour'
}
