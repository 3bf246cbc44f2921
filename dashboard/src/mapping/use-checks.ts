import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { nextDoubt } from './doubts.ts'
import type { Draft, RoomRow } from './draft.ts'

interface Checking {
  /** What is being looked through: another one begins anew. */
  start: Draft
  doubts: ReadonlyMap<number, number>
  shown: readonly RoomRow[]
  isReadOnly: boolean
  /** Where one goes on when everything is checked. */
  onward: RefObject<HTMLElement | null>
}

const nothing: ReadonlySet<number> = new Set()

/** Going from doubt to doubt: each is said to be right where it stands, and the focus is on the next. */
export function useChecks({ start, doubts, shown, isReadOnly, onward }: Checking) {
  const [checked, setChecked] = useState(nothing)
  const [of, setOf] = useState(start)
  const [toFocus, setFocus] = useState<{ otaRoomId: number }>()
  if (of !== start) {
    setOf(start)
    setChecked(nothing)
  }
  const now = useRef({ checked, doubts, shown })
  now.current = { checked, doubts, shown }
  useEffect(() => {
    // Nobody's focus is taken away.
    if (isReadOnly || document.activeElement !== document.body) return
    const first = nextDoubt(now.current.shown, id => now.current.doubts.has(id))
    if (first !== undefined) setFocus({ otaRoomId: first })
  }, [isReadOnly])
  const check = useCallback(
    (otaRoomId: number) => {
      const before = now.current
      const after = new Set(before.checked)
      if (!after.delete(otaRoomId)) after.add(otaRoomId)
      setChecked(after)
      if (!after.has(otaRoomId)) return
      const next = nextDoubt(before.shown, id => before.doubts.has(id) && !after.has(id), otaRoomId)
      if (next === undefined) onward.current?.focus()
      else setFocus({ otaRoomId: next })
    },
    [onward],
  )
  const checks = useMemo(
    () => new Map([...doubts.keys()].map(id => [id, checked.has(id)])),
    [doubts, checked],
  )
  return { checks, left: [...checks.values()].filter(isChecked => !isChecked).length, check, toFocus }
}
