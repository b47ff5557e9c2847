import type { ReactNode } from 'react'
import { ErrorBoundary } from '../../../../shared/ui/error-boundary.tsx'
import { ErrorScreen } from '../../../../shared/ui/error-screen.tsx'
import { LinkButton } from '../../../../shared/ui/link-button.tsx'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { downloadFlow } from './download-flow.ts'
import classes from './editor-boundary.module.css'

/** The error screen of the editor: one can take the diagram along. */
export function EditorErrorScreen({ onRetry }: { onRetry: () => void }) {
  const session = useEditorSession()
  return (
    <div className={classes.place}>
      <ErrorScreen onRetry={onRetry}>
        <LinkButton look="outline" onClick={() => downloadFlow(session)}>
          Download my diagram
        </LinkButton>
      </ErrorScreen>
    </div>
  )
}

/** A part of the editor that may fail without the others. */
export function EditorBoundary({ children }: { children: ReactNode }) {
  return <ErrorBoundary fallback={(onRetry) => <EditorErrorScreen onRetry={onRetry} />}>{children}</ErrorBoundary>
}
