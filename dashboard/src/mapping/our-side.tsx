import { Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { t } from 'i18next'
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { ChannelMapping } from '../connection/api.ts'
import { SearchInput } from '../ui/search-input.tsx'
import type { Draft } from './draft.ts'
import { planType, roomType } from './drag-types.ts'
import classes from './mapping.module.css'
import { searchedFrom } from './room-list.tsx'

interface OurSideProps {
  ground: ChannelMapping
  draft: Draft
  isReadOnly: boolean
}

/**
 * The list stands beside the OTA's side on a wide window, to be dragged there; on a narrow one it is folded up, and
 * says how many rooms are left.
 */
export function OurSide(props: OurSideProps) {
  const isWide = useMediaQuery('(min-width: 75em)', false, { getInitialValueInEffect: false })
  const { ground, draft, isReadOnly } = props
  const used = new Set(draft.rooms.map(({ roomId }) => roomId))
  const left = ground.rooms.filter(({ id }) => !used.has(id)).length
  const summary = (
    <Text size="sm" fw={left > 0 ? 600 : 400}>
      {t('mapping.roomsLeft', { count: left })}
    </Text>
  )
  if (!isWide)
    return (
      <details className={classes.folded}>
        <summary>
          <span>{t('mapping.ours')}</span> {summary}
        </summary>
        <Things {...props} isReadOnly />
      </details>
    )
  return (
    <aside className={classes.ours} aria-label={t('mapping.ours')}>
      <Title order={2} size="h5">
        {t('mapping.ours')}
      </Title>
      {summary}
      {!isReadOnly && (
        <Text size="xs" c="dimmed" mb="xs">
          {t('mapping.dragHint')}
        </Text>
      )}
      <Things {...props} />
    </aside>
  )
}

/** Rooms with their rate plans; of many only those in sight. */
function Things({ ground, draft, isReadOnly }: OurSideProps) {
  const [text, setText] = useState('')
  const sought = useDeferredValue(text.trim().toLowerCase())
  const things = useMemo(() => thingsOf(ground, sought), [ground, sought])
  const used = new Set([...draft.rooms.map(row => row.roomId), ...draft.ratePlans.map(row => row.ratePlanId)])
  return (
    <>
      {ground.rooms.length > searchedFrom && (
        <SearchInput mb="xs" label={t('mapping.searchOurs')} value={text} onType={setText} />
      )}
      <InSight things={things}>
        {({ id, type, name, count, canBeMapped }) => (
          <ThingView
            type={type}
            id={id}
            name={count === null ? name : t('mapping.planFor', { name, count })}
            isUsed={used.has(id)}
            isReadOnly={isReadOnly || !canBeMapped}
          />
        )}
      </InSight>
    </>
  )
}

interface Thing {
  id: string
  type: string
  name: string
  count: number | null
  canBeMapped: boolean
}

/** Each room is followed by its plans; only rooms whose name contains the sought text. */
function thingsOf({ rooms, ratePlans }: ChannelMapping, sought: string): Thing[] {
  const plansOf = Map.groupBy(ratePlans, ({ roomId }) => roomId)
  return rooms
    .filter(({ name }) => name.toLowerCase().includes(sought))
    .flatMap(({ id, name }) => [
      { id, type: roomType, name, count: null, canBeMapped: true },
      ...(plansOf.get(id) ?? []).map(plan => ({
        id: plan.id,
        type: planType,
        name: plan.name,
        count: plan.occupancy,
        canBeMapped: plan.canBeMapped,
      })),
    ])
}

function InSight({ things, children }: { things: Thing[]; children: (thing: Thing) => ReactNode }) {
  const scroll = useRef<HTMLUListElement>(null)
  const list = useVirtualizer({
    count: things.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => 38,
    getItemKey: index => things[index]?.id ?? index,
    overscan: 8,
    gap: 5,
  })
  const shown = list.getVirtualItems()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list has to be reached by the keyboard
    <ul ref={scroll} className={classes.things} tabIndex={0} aria-label={t('mapping.ours')}>
      <li aria-hidden style={{ height: shown[0]?.start ?? 0 }} />
      {shown.map(({ index, key }) => {
        const thing = things[index]
        return (
          thing && (
            <li key={key} ref={list.measureElement} data-index={index}>
              {children(thing)}
            </li>
          )
        )
      })}
      <li aria-hidden style={{ height: list.getTotalSize() - (shown.at(-1)?.end ?? 0) }} />
    </ul>
  )
}

interface ThingViewProps {
  type: string
  id: string
  name: string
  isUsed: boolean
  isReadOnly: boolean
}

function ThingView({ type, id, name, isUsed, isReadOnly }: ThingViewProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is a shortcut for the selects beside it
    <div
      className={classes.thing}
      data-kind={type === roomType ? 'room' : 'plan'}
      data-thing={id}
      draggable={!isReadOnly}
      onDragStart={event => {
        event.dataTransfer.setData(type, id)
        event.dataTransfer.effectAllowed = 'link'
      }}
    >
      <span>{name}</span>
      {!isUsed && <span className={classes.unused}>{t('mapping.unused')}</span>}
    </div>
  )
}
