import { type RefObject, useLayoutEffect, useRef } from 'react'
import { isFocusFree, isTyping } from '../../ui/focus.ts'
import { countsAsKey } from '../../ui/letter-keys.ts'

/** Keys of a thread, each a letter. */
export interface PaneKeys {
  t?: () => void
  g?: () => void
  q?: () => void
  e?: () => void
  s?: () => void
  w?: () => void
  o?: () => void
  z?: () => void
  i?: () => void
  r?: () => void
  y?: () => void
  k?: () => void
  x?: () => void
}

export const paneLetters = 'tgqeswozirykx'

const isKey = (key: string): key is keyof PaneKeys => key.length === 1 && paneLetters.includes(key)

/** Unless they are switched off, the keys count while the focus is in the thread, or nowhere; Escape leaves a text for them. */
export function usePaneKeys(pane: RefObject<HTMLElement | null>, keys: PaneKeys, isPaused = false): void {
  const current = useRef({ keys, isPaused })
  // In the commit that draws the thread, not after it: a key that is pressed at once counts.
  useLayoutEffect(() => {
    current.current = { keys, isPaused }
  })
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, key, repeat, ctrlKey, metaKey, altKey } = event
      if (current.current.isPaused || repeat || ctrlKey || metaKey || altKey || event.defaultPrevented) return
      const isInside = target instanceof Node && pane.current?.contains(target) === true
      if (!isInside && !isFocusFree()) return
      if (isTyping(target)) {
        if (key === 'Escape' && isInside) pane.current?.querySelector<HTMLElement>('h2')?.focus()
        return
      }
      const letter = key.toLowerCase()
      const run = isKey(letter) && countsAsKey(target) ? current.current.keys[letter] : undefined
      if (!run) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [pane])
}
