import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed: what is shown then stands there before the browser lays it out. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const follow = ({ type }: Event) => flushSync(() => setPrinting(type === 'beforeprint'))
    addEventListener('beforeprint', follow)
    addEventListener('afterprint', follow)
    return () => {
      removeEventListener('beforeprint', follow)
      removeEventListener('afterprint', follow)
    }
  }, [])
  return isPrinting
}
