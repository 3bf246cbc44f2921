import type { OtaId } from '@functions/lib/connection/ota-id.ts'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isFocusFree } from '../ui/focus.ts'
import { choicesByRoom, nextDoubt } from './doubts.ts'
import type { Draft, RoomRow } from './draft.ts'
import type { checksMemory } from './work-memory.ts'

interface Checking {
  draft: Draft
  doubts: ReadonlyMap<OtaId, number>
  shown: readonly RoomRow[]
  isReadOnly: boolean
  /** The element that gets the focus once everything is checked. */
  onward: RefObject<HTMLElement | null>
  memory: ReturnType<typeof checksMemory>
}

/** The room whose check gets the focus, anew with each object, and where its card is to be seen. */
export interface CheckInFocus {
  otaRoomId: OtaId
  block: 'nearest' | 'start'
}

/** A check moves the focus to the next doubt; a room changed afterwards has to be checked again. */
export function useChecks({ draft, doubts, shown, isReadOnly, onward, memory }: Checking) {
  const [approved, setApproved] = useState(memory.read)
  const [toFocus, setFocus] = useState<CheckInFocus>()
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
    if (first !== undefined) setFocus({ otaRoomId: first, block: 'nearest' })
  }, [isReadOnly])
  const check = useCallback(
    (otaRoomId: OtaId) => {
      const before = now.current
      const wasChecked = before.checks.get(otaRoomId)
      const after = new Map(before.approved)
      if (wasChecked) after.delete(otaRoomId)
      else after.set(otaRoomId, before.choices.get(otaRoomId) ?? '')
      setApproved(after)
      memory.write(after)
      if (wasChecked) return
      const next = nextDoubt(
        before.shown,
        id => id !== otaRoomId && before.checks.get(id) === false,
        otaRoomId,
      )
      if (next === undefined) onward.current?.focus()
      else setFocus({ otaRoomId: next, block: 'start' })
    },
    [onward, memory],
  )
  return { checks, left: [...checks.values()].filter(isChecked => !isChecked).length, check, toFocus }
}
