let answer = () => false

/** Whether there is work that is stored nowhere. Asks whoever knows, so that who asks need not load the board. */
export const hasUnsavedWork = (): boolean => answer()

/** Says who knows. */
export function knowUnsavedWork(know: () => boolean): void {
  answer = know
}
