import { elementScroll, type Rect, type Virtualizer } from '@tanstack/react-virtual'

// A new list is drawn without making the browser lay out the page in between.

/** As the virtualizer's own does, but for asking at once, for which the browser would have to lay out the page there and then. */
export function observeRect(
  { scrollElement }: Virtualizer<HTMLDivElement, Element>,
  tell: (rect: Rect) => void,
) {
  if (!scrollElement) return
  const observer = new ResizeObserver(() => {
    const { offsetWidth: width, offsetHeight: height } = scrollElement
    tell({ width, height })
  })
  observer.observe(scrollElement)
  return () => observer.disconnect()
}

/** As the virtualizer's own does, but for its first call, which would put a new list to where it is. */
export function scrollLater() {
  let isNew = true
  return (...[offset, ...how]: Parameters<typeof elementScroll<HTMLDivElement>>) => {
    if (!isNew || offset !== 0) elementScroll(offset, ...how)
    isNew = false
  }
}
