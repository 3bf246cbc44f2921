import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { isFocusFree } from './focus.ts'

/** A link to a part of a page leads to its heading, again with every press. */
export function useFocusWhenNamed(name: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says that a link was followed again
  useEffect(() => {
    if (hash !== name) return
    heading.current?.scrollIntoView({ block: 'nearest' })
    if (isFocusFree() || leadsTo(name)) heading.current?.focus({ preventScroll: true })
  }, [hash, key, name])
  return heading
}

/** Whether the focus is on a link there. */
function leadsTo(name: string): boolean {
  const { activeElement } = document
  return activeElement instanceof HTMLAnchorElement && activeElement.hash === name
}
