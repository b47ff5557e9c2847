import { headingOf, UNTITLED } from '../board.ts'
import type { Clock } from './clock.ts'
import type { DraftRecord } from './draft-record.ts'
import type { TabChannel } from './tab-channel.ts'

/** A tab that has not answered by then counts as one with unsaved changes: it may be frozen or crashed. */
export const ANSWER_MS = 2_000

/** A document with unsaved changes, by its draft. A silent tab does not say what it has. */
export interface UnsavedDocument {
  readonly draft: string
  readonly name: string
  readonly where: 'this tab' | 'another tab' | 'silent tab' | 'device'
}

/** What tabs say about the drafts that they hold: the name of the document if it has unsaved changes, else null. */
export type Answers = ReadonlyMap<string, string | null>

/** Asks the tabs that hold these drafts, and waits until each has answered, but not for longer than 2 s. */
export function askTabs(
  { channel, clock, ask }: { readonly channel: TabChannel; readonly clock: Clock; readonly ask: string },
  drafts: ReadonlySet<string>,
): Promise<Answers> {
  const answers = new Map<string, string | null>()
  if (drafts.size === 0) return Promise.resolve(answers)
  return new Promise((resolve) => {
    const finish = () => {
      unsubscribe()
      cancel()
      resolve(answers)
    }
    const cancel = clock.after(ANSWER_MS, finish)
    const unsubscribe = channel.subscribe({
      answer: (message) => {
        if (message.ask !== ask) return
        answers.set(message.draft, message.unsaved)
        if ([...drafts].every((draft) => answers.has(draft))) finish()
      },
    })
    channel.post({ kind: 'ending', ask })
  })
}

/** The unsaved documents of other tabs, and those on this device that no tab shows. */
export function unsavedElsewhere(
  { held, answers }: { readonly held: ReadonlySet<string>; readonly answers: Answers },
  drafts: readonly Pick<DraftRecord, 'id' | 'saved' | 'heading' | 'isUnsaved'>[],
): UnsavedDocument[] {
  const nameOf = (draft: string) => headingOf(drafts.find(({ id }) => id === draft) ?? NO_RECORD).name
  const inTabs = [...held].flatMap((draft): UnsavedDocument[] => {
    const answer = answers.get(draft)
    if (answer === null) return []
    return [
      answer === undefined
        ? { draft, name: nameOf(draft), where: 'silent tab' }
        : { draft, name: answer, where: 'another tab' },
    ]
  })
  const onDevice = drafts
    .filter(({ id, isUnsaved }) => isUnsaved && !held.has(id))
    .map((draft): UnsavedDocument => ({ draft: draft.id, name: headingOf(draft).name, where: 'device' }))
  return [...inTabs, ...onDevice]
}

const NO_RECORD = { saved: null, heading: UNTITLED }
