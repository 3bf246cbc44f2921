import type { OtaId } from '@functions/lib/connection/ota-id.ts'
import { Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelMapping } from '../connection/api.ts'
import { useStaffName } from '../inbox/use-staff.ts'
import { isFocusFree } from '../ui/focus.ts'
import { moment, useLocale } from '../ui/time.tsx'
import type { Draft, RoomRow } from './draft.ts'
import classes from './mapping.module.css'
import { RoomCard, type RoomCardProps } from './room-card.tsx'
import type { CheckInFocus } from './use-checks.ts'

/** More rooms than that are searched. */
export const searchedFrom = 10

interface RoomListProps
  extends Pick<RoomCardProps, 'changes' | 'errors' | 'isReadOnly' | 'onChange' | 'onCheck'> {
  rooms: RoomRow[]
  /** Of each room that somebody has to look at: whether somebody has. */
  checks: ReadonlyMap<OtaId, boolean>
  toFocus: CheckInFocus | undefined
  ratePlans: Draft['ratePlans']
  ground: ChannelMapping
}

/** The OTA's rooms. A large hotel has hundreds of them, so only those in sight are there. */
export function RoomList({ rooms, ratePlans, ground, checks, toFocus, ...others }: RoomListProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const sought = useDeferredValue(text.trim().toLowerCase())
  const found = useMemo(
    () => rooms.filter(({ otaRoomName }) => otaRoomName.toLowerCase().includes(sought)),
    [rooms, sought],
  )
  const rates = useMemo(() => Map.groupBy(ratePlans, ({ otaRoomId }) => otaRoomId), [ratePlans])
  const ours = useOurs(ground)
  const offers = useMemo(() => new Map(ground.offer?.rooms.map(room => [room.id, room])), [ground])
  const { box, list, onFocus } = useRoomsInSight(found)
  useFocusOnCheck(toFocus, { rooms: found, list, showAll: () => setText('') })
  return (
    <div className={classes.theirs}>
      {ground.mapping.rooms.length > searchedFrom && (
        <TextInput
          type="search"
          mb="sm"
          label={t('mapping.searchRooms')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
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
              style={{ transform: `translateY(${start - list.options.scrollMargin}px)` }}
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

/** What is ours, in the form in which every card needs it. */
function useOurs(ground: ChannelMapping): RoomCardProps['ours'] {
  const { t } = useTranslation()
  const reviewed = useReviewed(ground)
  return useMemo(
    () => ({
      ground,
      reviewed,
      roomOptions: ground.rooms.map(({ id, name, capacity }) => ({
        value: id,
        label: capacity === null ? name : t('mapping.roomFor', { name, count: capacity }),
      })),
      plansOf: Map.groupBy(ground.ratePlans, ({ roomId }) => roomId),
    }),
    [ground, reviewed, t],
  )
}

/** Who has confirmed every row by finalising the mapping, and when. */
function useReviewed({ mappingStatus, review }: ChannelMapping): string | undefined {
  const { t } = useTranslation()
  const locale = useLocale()
  const staffName = useStaffName()
  if (mappingStatus !== 'finalized' || !review) return undefined
  const who = staffName(review.by) ?? t('mapping.somebody')
  return t('mapping.reviewedBy', { who, when: moment(new Date(review.at), locale) })
}

interface Shown {
  rooms: readonly RoomRow[]
  list: { scrollToIndex: (index: number) => void }
  /** Ends a search that hides the room. */
  showAll: () => void
}

/** Brings a room into sight and its check into focus. What comes into sight is drawn some frames later. */
function useFocusOnCheck(wanted: RoomListProps['toFocus'], shown: Shown): void {
  const now = useRef(shown)
  now.current = shown
  useEffect(() => {
    if (!wanted) return
    const { otaRoomId, block } = wanted
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
  }, [wanted])
}

/** Those in sight, and the one with the focus: it must not lose it by being scrolled away. */
function useRoomsInSight(rooms: readonly RoomRow[]) {
  const box = useRef<HTMLDivElement>(null)
  const [margin, setMargin] = useState(0)
  const [focused, setFocused] = useState<number>()
  const list = useVirtualizer({
    count: rooms.length,
    getScrollElement: scroller,
    estimateSize: () => 260,
    getItemKey: index => rooms[index]?.otaRoomId ?? index,
    overscan: 3,
    gap: 16,
    scrollMargin: margin,
    rangeExtractor: range => {
      const shown = defaultRangeExtractor(range)
      const isApart = focused !== undefined && focused < rooms.length && !shown.includes(focused)
      return isApart ? [...shown, focused].toSorted((a, b) => a - b) : shown
    },
  })
  // What stands above grows and shrinks, so this is looked at whenever something is drawn.
  useLayoutEffect(() => {
    const around = scroller()
    if (!box.current || !around) return
    const above = box.current.getBoundingClientRect().top - around.getBoundingClientRect().top
    setMargin(Math.round(above + around.scrollTop))
  })
  return { box, list, onFocus: setFocused }
}

/** The page scrolls inside its content (`app/shell`). */
const scroller = (): HTMLElement | null => document.getElementById('content')
