import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { isFocusFree } from './focus.ts'

/** Who follows a link to a part of a page begins at its heading. */
export function useFocusWhenNamed(name: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    if (hash !== name) return
    heading.current?.scrollIntoView({ block: 'nearest' })
    if (isFocusFree()) heading.current?.focus({ preventScroll: true })
  }, [hash, name])
  return heading
}
