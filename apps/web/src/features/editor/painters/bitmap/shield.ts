import classes from './bitmap.module.css'

/**
 * Lies over everything that moves: in every frame the browser looks for what is under the pointer, among hundreds of edges and nodes.
 * Returns how to end it; it stays in the page, as a browser makes no click of a press on what is taken out of it.
 */
export function addShield(region: HTMLElement): () => void {
  const known = region.querySelector<HTMLElement>(`.${classes.shield}`)
  const shield = known ?? document.createElement('div')
  if (!known) {
    shield.className = classes.shield ?? ''
    region.querySelector('.react-flow__pane')?.append(shield)
  }
  shield.hidden = false
  return () => {
    shield.hidden = true
  }
}
