import { useInViewport } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'

interface OnceSeenProps {
  className?: string | undefined
  /** What is there until then. */
  before?: ReactNode
  children: ReactNode
}

/** A part that is dear to load or to draw, and comes once its place is in the window. The place has a size of its own. */
export function OnceSeen({ className, before = null, children }: OnceSeenProps) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>()
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (inViewport) setSeen(true)
  }, [inViewport])
  return (
    <div ref={ref} className={className}>
      {isSeen ? children : before}
    </div>
  )
}
