/** Acts when the page is first touched: what is typed after a key for a panel must go there. Gives back how to end. */
export function onFirstTouch(act: () => void): () => void {
  const end = new AbortController()
  const touched = () => {
    end.abort()
    act()
  }
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, touched, { capture: true, signal: end.signal })
  return () => end.abort()
}
