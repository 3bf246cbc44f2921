import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'

interface List {
  count: number
  keyOf: (index: number) => string | number
  /** Pixels of one entry, until it is measured. */
  estimatedHeight: number
  gap?: number
}

/**
 * The part of a long list that is in sight, and the one with the focus: it must not lose it by being scrolled away. The
 * box is as high as the whole list, and each lies in it at `topOf(start)`.
 */
export function useInSight<Box extends HTMLElement>({ count, keyOf, estimatedHeight, gap = 0 }: List) {
  const box = useRef<Box>(null)
  const [margin, setMargin] = useState(0)
  const [focused, setFocused] = useState<number>()
  const list = useVirtualizer({
    count,
    getScrollElement: scroller,
    estimateSize: () => estimatedHeight,
    getItemKey: keyOf,
    overscan: 3,
    gap,
    scrollMargin: margin,
    rangeExtractor: range => {
      const shown = defaultRangeExtractor(range)
      const isApart = focused !== undefined && focused < count && !shown.includes(focused)
      return isApart ? [...shown, focused].toSorted((a, b) => a - b) : shown
    },
  })
  // Content above grows and shrinks, so the margin is measured at every drawing.
  useLayoutEffect(() => {
    const around = scroller()
    if (!box.current || !around) return
    const above = box.current.getBoundingClientRect().top - around.getBoundingClientRect().top
    setMargin(Math.round(above + around.scrollTop))
  })
  const topOf = (start: number): string => `translateY(${start - margin}px)`
  return { box, list, topOf, onFocus: setFocused }
}

/** The page scrolls inside its content (`app/shell`). */
const scroller = (): HTMLElement | null => document.getElementById('content')
