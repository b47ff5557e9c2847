import { useQuery } from '@tanstack/react-query'
import { siteConfigQuery } from '../../shared/api/auth.ts'

/** Whether mails reach anybody: sent, or in the outbox of this machine. Until the server has said so, they do. */
export function useHasMail(): boolean {
  const { data: site } = useQuery(siteConfigQuery)
  return site?.sendsMail !== false || site.outbox !== null
}
