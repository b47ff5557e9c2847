import { resetPasswordSchema } from '@plimsoll/contract'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** Words that come to mind when one sits before this product. */
const PRODUCT_WORDS =
  'plimsoll waterline loadline load line flow editor library diagram simulation architecture server database cache client loadbalancer balancer'
const estimator = new ZxcvbnFactory({
  dictionary: { ...dictionary, product: PRODUCT_WORDS.split(' ') },
  graphs: adjacencyGraphs,
  // What follows can only make it harder to guess, and longer to judge.
  maxLength: 64,
})

/** From the estimator's five scores to four words; the first two are as good as guessed. */
const LEVELS = ['Weak', 'Weak', 'Fair', 'Good', 'Strong'] as const

const ADVICE: Readonly<Record<string, string>> = {
  straightRow: 'keys in a row are easy to guess',
  keyPattern: 'keyboard patterns are easy to guess',
  simpleRepeat: 'repeated characters are easy to guess',
  extendedRepeat: 'repeated patterns are easy to guess',
  sequences: 'sequences like abc or 678 are easy to guess',
  recentYears: 'recent years are easy to guess',
  dates: 'dates are easy to guess',
  topTen: 'this is one of the most used passwords',
  topHundred: 'this is one of the most used passwords',
  common: 'this is a commonly used password',
  similarToCommon: 'this is close to a commonly used password',
  userInputs: 'it leans on your name or address',
}

export interface PasswordStrength {
  readonly level: (typeof LEVELS)[number] | 'Refused'
  /** How much of four bars to fill. */
  readonly bars: 0 | 1 | 2 | 3 | 4
  /** Why it is refused or weak, or what would make it stronger; null when there is nothing to better. */
  readonly advice: string | null
}

/** How hard a password is to guess for someone who knows `personal`: names, address. One that the rule refuses has no strength. */
export function passwordStrength(password: string, personal: readonly string[]): PasswordStrength {
  const refusal = resetPasswordSchema.shape.newPassword.safeParse(password).error?.issues[0]
  if (refusal) return { level: 'Refused', bars: 0, advice: refusal.message }
  const words = personal.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2)
  const { score, feedback } = estimator.check(password, words)
  const bars = Math.max(1, score) as PasswordStrength['bars']
  if (score > 2) return { level: LEVELS[score], bars, advice: null }
  const reason = feedback.warning === null ? undefined : ADVICE[feedback.warning]
  return { level: LEVELS[score], bars, advice: reason ?? 'a few more words would make it harder to guess' }
}
