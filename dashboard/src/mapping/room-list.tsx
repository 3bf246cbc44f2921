import type { OtaId } from '@functions/lib/connection/ota-id.ts'
import { Text } from '@mantine/core'
import { t } from 'i18next'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { ChannelMapping } from '../connection/api.ts'
import { useStaffName } from '../live/use-staff.ts'
import { isFocusFree } from '../ui/focus.ts'
import { SearchInput } from '../ui/search-input.tsx'
import { moment } from '../ui/time.tsx'
import { useInSight } from '../ui/use-in-sight.ts'
import type { Draft, RoomRow } from './draft.ts'
import classes from './mapping.module.css'
import { roomOption } from './names.ts'
import { RoomCard, type RoomCardProps } from './room-card.tsx'
import type { CheckInFocus } from './use-checks.ts'

/** More rooms than that are searched. */
export const searchedFrom = 10

interface RoomListProps
  extends Pick<RoomCardProps, 'changes' | 'errors' | 'isReadOnly' | 'onChange' | 'onCheck'> {
  rooms: RoomRow[]
  /** Whether each room that has to be looked at has been. */
  checks: ReadonlyMap<OtaId, boolean>
  toFocus: CheckInFocus | undefined
  ratePlans: Draft['ratePlans']
  ground: ChannelMapping
}

/** The OTA's rooms. A large hotel has hundreds of them, so only those in sight are there. */
export function RoomList({ rooms, ratePlans, ground, checks, toFocus, ...others }: RoomListProps) {
  const [text, setText] = useState('')
  const sought = useDeferredValue(text.trim().toLowerCase())
  const found = useMemo(
    () => rooms.filter(({ otaRoomName }) => otaRoomName.toLowerCase().includes(sought)),
    [rooms, sought],
  )
  const rates = useMemo(() => Map.groupBy(ratePlans, ({ otaRoomId }) => otaRoomId), [ratePlans])
  const ours = useOurs(ground)
  const offers = useMemo(() => new Map(ground.offer?.rooms.map(room => [room.id, room])), [ground])
  const { box, list, topOf, onFocus } = useInSight<HTMLDivElement>({
    count: found.length,
    keyOf: index => found[index]?.otaRoomId ?? index,
    estimatedHeight: 260,
    gap: 16,
  })
  useFocusOnCheck(toFocus, { rooms: found, list, showAll: () => setText('') })
  return (
    <div className={classes.theirs}>
      {ground.mapping.rooms.length > searchedFrom && (
        <SearchInput mb="sm" label={t('mapping.searchRooms')} value={text} onType={setText} />
      )}
      {found.length === 0 && (
        <Text c="dimmed" role="status">
          {t(sought === '' ? 'mapping.nothingToReview' : 'mapping.noRoomFound')}
        </Text>
      )}
      <div ref={box} className={classes.cards} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, key, start }) => {
          const room = found[index]
          if (!room) return null
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here, only noted where the focus is
            <div
              key={key}
              ref={list.measureElement}
              data-index={index}
              style={{ transform: topOf(start) }}
              onFocus={() => onFocus(index)}
            >
              <RoomCard
                room={room}
                rows={rates.get(room.otaRoomId) ?? noRows}
                offered={offers.get(room.otaRoomId)}
                plans={ours.plansOf.get(room.roomId ?? '') ?? noPlans}
                ota={ground.ota}
                ours={ours}
                isChecked={checks.get(room.otaRoomId)}
                {...others}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}

const noRows: Draft['ratePlans'] = []
const noPlans: ChannelMapping['ratePlans'] = []

/** Our side in the form that every card needs. */
function useOurs(ground: ChannelMapping): RoomCardProps['ours'] {
  const reviewed = useReviewed(ground)
  return useMemo(
    () => ({
      ground,
      reviewed,
      roomOptions: ground.rooms.map(roomOption),
      plansOf: Map.groupBy(ground.ratePlans, ({ roomId }) => roomId),
    }),
    [ground, reviewed],
  )
}

/** The person whose finalising confirmed every row, and the time. */
function useReviewed({ mappingStatus, review }: ChannelMapping): string | undefined {
  const staffName = useStaffName()
  if (mappingStatus !== 'finalized' || !review) return undefined
  const who = staffName(review.by) ?? t('mapping.somebody')
  return t('mapping.reviewedBy', { who, when: moment(new Date(review.at)) })
}

interface Shown {
  rooms: readonly RoomRow[]
  list: { scrollToIndex: (index: number) => void }
  /** Ends a search that hides the room. */
  showAll: () => void
}

/** Brings a room into sight and its check into focus; the card is drawn some frames later. */
function useFocusOnCheck(target: RoomListProps['toFocus'], shown: Shown): void {
  const now = useRef(shown)
  now.current = shown
  useEffect(() => {
    if (!target) return
    const { otaRoomId, block } = target
    const indexNow = () => now.current.rooms.findIndex(room => room.otaRoomId === otaRoomId)
    if (indexNow() < 0) now.current.showAll()
    const before = document.activeElement
    let framesLeft = 30
    let frame = 0
    const seek = () => {
      if (document.activeElement !== before && !isFocusFree()) return
      const check = document.querySelector<HTMLElement>(`[data-room="${otaRoomId}"] [data-check]`)
      if (check) {
        check.focus({ preventScroll: true })
        check.closest('[data-room]')?.scrollIntoView({ block })
        return
      }
      const index = indexNow()
      if (index >= 0) now.current.list.scrollToIndex(index)
      framesLeft -= 1
      if (framesLeft > 0) frame = requestAnimationFrame(seek)
    }
    seek()
    return () => cancelAnimationFrame(frame)
  }, [target])
}
