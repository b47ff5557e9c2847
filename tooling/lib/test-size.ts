const HOUR = 3_600_000
const HANG = 30_000

/** Of Node, which the tests of pages and pure packages run on and have no types of. */
const { process } = globalThis as unknown as { process: { env: Readonly<Record<string, string | undefined>> } }

/** Whether a test does all that it can, in minutes (the `npm run verify:*` commands), or a part of it in seconds. */
export const isFullSize = process.env.TEST_SIZE === 'full'

/** How long a test may take, in ms: so long, and in full an hour, after which it hangs. */
export const timeLimit = (ms: number): number => (isFullSize ? HOUR : ms)

/**
 * How long something may take, in ms: what is promised where it is measured, in full size. Beside other tests a machine may stand
 * still for seconds, so that only a hang is seen.
 */
export const promised = (ms: number): number => (isFullSize ? ms : HANG)

/** A value for the size of this run, such as a number of attempts. */
export const sized = <Size>({ small, full }: { readonly small: Size; readonly full: Size }): Size =>
  isFullSize ? full : small
