import type { Sentence } from '@plimsoll/experiments'

/** Each in the colour of what it means. */
export const Sentences = ({ sentences }: { sentences: readonly Sentence[] }) =>
  sentences.map(({ text, tone }) => (
    <p key={text} data-tone={tone ?? undefined}>
      {text}
    </p>
  ))
