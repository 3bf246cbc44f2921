import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isFocusFree } from '../ui/focus.ts'
import { choicesByRoom, nextDoubt } from './doubts.ts'
import type { Draft, RoomRow } from './draft.ts'

interface Checking {
  draft: Draft
  doubts: ReadonlyMap<number, number>
  shown: readonly RoomRow[]
  isReadOnly: boolean
  /** Where one goes on when everything is checked. */
  onward: RefObject<HTMLElement | null>
}

/**
 * Going from doubt to doubt: each is said to be right as it stands there, and the focus is on the next. What is changed
 * afterwards is to be checked again.
 */
export function useChecks({ draft, doubts, shown, isReadOnly, onward }: Checking) {
  const [approved, setApproved] = useState<ReadonlyMap<number, string>>(new Map())
  const [toFocus, setFocus] = useState<{ otaRoomId: number }>()
  const choices = useMemo(() => choicesByRoom(draft), [draft])
  const checks = useMemo(
    () => new Map([...doubts.keys()].map(id => [id, approved.get(id) === choices.get(id)])),
    [doubts, approved, choices],
  )
  const now = useRef({ approved, checks, choices, shown })
  now.current = { approved, checks, choices, shown }
  useEffect(() => {
    if (isReadOnly || !isFocusFree()) return
    const { shown: rooms, checks: open } = now.current
    const first = nextDoubt(rooms, id => open.get(id) === false)
    if (first !== undefined) setFocus({ otaRoomId: first })
  }, [isReadOnly])
  const check = useCallback(
    (otaRoomId: number) => {
      const before = now.current
      const wasChecked = before.checks.get(otaRoomId)
      const after = new Map(before.approved)
      if (wasChecked) after.delete(otaRoomId)
      else after.set(otaRoomId, before.choices.get(otaRoomId) ?? '')
      setApproved(after)
      if (wasChecked) return
      const next = nextDoubt(
        before.shown,
        id => id !== otaRoomId && before.checks.get(id) === false,
        otaRoomId,
      )
      if (next === undefined) onward.current?.focus()
      else setFocus({ otaRoomId: next })
    },
    [onward],
  )
  return { checks, left: [...checks.values()].filter(isChecked => !isChecked).length, check, toFocus }
}
