import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useStore } from 'zustand'
import { commentsQuery } from '../../../../shared/api/comments.ts'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import { createComments } from '../../state/comments.ts'

/** While the panel is open, what others write is there after so long. */
const POLL_MS = 4_000
/** Who draws along says that they have written; several of them at once make one request. */
const TOLD_MS = 200

/** Keeps the comments of the open flow up to date for the marks on the canvas, and opens the panel where the address asks for a comment. */
export function CommentsFeed() {
  const { stateOf, live } = useEditorSession()
  const comments = stateOf(createComments)
  const queries = useQueryClient()
  const told = useStore(live, ({ peers }) =>
    peers.flatMap(({ client, comments }) => (comments > 0 ? [`${client}:${comments}`] : [])).join(),
  )
  const id = useDocument(({ saved }) => saved?.id ?? null)
  const isOpen = useStore(comments, ({ open }) => open !== null)
  const { data } = useQuery({
    ...commentsQuery(id ?? ''),
    enabled: id !== null,
    refetchInterval: isOpen ? POLL_MS : false,
  })
  useEffect(() => {
    const open = id === null ? [] : (data?.comments.threads ?? []).filter(({ resolvedAt }) => resolvedAt === null)
    const counts = new Map<string, number>()
    for (const { element } of open) if (element) counts.set(element.id, (counts.get(element.id) ?? 0) + 1)
    comments.setState({ counts, openThreads: open.length })
  }, [comments, id, data])

  useEffect(() => {
    if (id === null || told === '') return
    const timer = setTimeout(() => void queries.invalidateQueries(commentsQuery(id)), TOLD_MS)
    return () => clearTimeout(timer)
  }, [queries, id, told])

  const asked = new URLSearchParams(useLocation().search).get('comment')
  useEffect(() => {
    if (asked !== null) comments.setState({ open: 'comments', shown: asked })
  }, [comments, asked])
  return null
}
