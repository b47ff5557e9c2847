import { showWithAction } from './toast-action.tsx'

/** Says what was done, and offers to take it back as long as the toast stands. */
export const showUndoToast = ({ message, onUndo }: { message: string; onUndo: () => void }): void =>
  void showWithAction('success', { message, name: 'Undo', onAct: onUndo })
