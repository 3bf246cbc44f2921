import { useEffect, useRef } from 'react'

/**
 * When an entry of a list goes, the one in its place has the focus, or else the list. The element that has the `li` takes
 * `list`; `leaving` is called when an entry is about to go.
 */
export function useNextFocus<List extends HTMLElement>(entries: readonly { id: string }[]) {
  const list = useRef<List>(null)
  const left = useRef<{ id: string; at: number }>(undefined)
  useEffect(() => {
    const departure = left.current
    if (!departure || entries.some(({ id }) => id === departure.id)) return
    left.current = undefined
    const places = list.current?.querySelectorAll(':scope > li, :scope > section li')
    const entry = places?.[Math.min(departure.at, entries.length - 1)]
    ;(entry?.querySelector<HTMLElement>('button') ?? list.current)?.focus()
  }, [entries])
  const leaving = (id: string) => {
    left.current = { id, at: entries.findIndex(one => one.id === id) }
  }
  return { list, leaving }
}
