import { useIntersection } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'

interface OnceSeenProps {
  className?: string | undefined
  /** The placeholder until then. */
  before?: ReactNode
  children: ReactNode
}

/** How much of the place has to be seen: an edge is nothing to look at. */
const enough = 0.2

/** A part that is dear to load or to draw, and comes once its place is in the window. The place has a size of its own. */
export function OnceSeen({ className, before = null, children }: OnceSeenProps) {
  const { ref, entry } = useIntersection({ threshold: enough })
  const isInView = (entry?.intersectionRatio ?? 0) >= enough
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (isInView) setSeen(true)
  }, [isInView])
  return (
    <div ref={ref} className={className}>
      {isSeen ? children : before}
    </div>
  )
}
