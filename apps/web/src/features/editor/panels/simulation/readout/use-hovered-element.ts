import { type RefObject, useEffect, useState } from 'react'

/** The node or edge under a mouse, by its id, around an element of the canvas; `isPressed` while something is pressed there. A finger hovers over nothing. */
export function useHoveredElement(inside: RefObject<HTMLElement | null>) {
  const [hovered, setHovered] = useState<string | null>(null)
  const [isPressed, setPressed] = useState(false)
  useEffect(() => {
    const canvas = inside.current?.closest<HTMLElement>('.react-flow')
    if (!canvas) return
    const over = ({ pointerType, target }: PointerEvent) => {
      if (pointerType !== 'mouse' || !(target instanceof Element)) return
      setHovered(target.closest<HTMLElement>('.react-flow__node-card, .react-flow__edge')?.dataset.id ?? null)
    }
    const leave = () => setHovered(null)
    const press = () => setPressed(true)
    const release = () => setPressed(false)
    canvas.addEventListener('pointerover', over)
    canvas.addEventListener('pointerleave', leave)
    canvas.addEventListener('pointerdown', press, { capture: true })
    addEventListener('pointerup', release, { capture: true })
    addEventListener('pointercancel', release, { capture: true })
    return () => {
      canvas.removeEventListener('pointerover', over)
      canvas.removeEventListener('pointerleave', leave)
      canvas.removeEventListener('pointerdown', press, { capture: true })
      removeEventListener('pointerup', release, { capture: true })
      removeEventListener('pointercancel', release, { capture: true })
    }
  }, [inside])
  return { hovered, isPressed }
}
