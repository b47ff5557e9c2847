/** Gives the focus to the list of comments where what had it is not there any more. */
export const keepFocusInComments = (): void =>
  void requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('[data-comment-list]')?.focus()
  })
