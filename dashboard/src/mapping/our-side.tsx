import { Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { t } from 'i18next'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import type { ChannelMapping } from '../connection/api.ts'
import { SearchInput } from '../ui/search-input.tsx'
import type { Draft } from './draft.ts'
import classes from './mapping.module.css'
import { searchedFrom } from './room-list.tsx'

interface OurSideProps {
  ground: ChannelMapping
  draft: Draft
}

/** Beside the OTA's side on a wide window; on a narrow one folded up, with how many rooms are left. */
export function OurSide(props: OurSideProps) {
  const isWide = useMediaQuery('(min-width: 75em)', false, { getInitialValueInEffect: false })
  const { ground, draft } = props
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
        <Things {...props} />
      </details>
    )
  return (
    <aside className={classes.ours} aria-label={t('mapping.ours')}>
      <Title order={2} size="h5">
        {t('mapping.ours')}
      </Title>
      {summary}
      <Things {...props} />
    </aside>
  )
}

/** Rooms with their rate plans; of many only those in sight. */
function Things({ ground, draft }: OurSideProps) {
  const [text, setText] = useState('')
  const sought = useDeferredValue(text.trim().toLowerCase())
  const things = useMemo(() => thingsOf(ground, sought), [ground, sought])
  const used = new Set([...draft.rooms.map(row => row.roomId), ...draft.ratePlans.map(row => row.ratePlanId)])
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
    <>
      {ground.rooms.length > searchedFrom && (
        <SearchInput mb="xs" label={t('mapping.searchOurs')} value={text} onType={setText} />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list has to be reached by the keyboard */}
      <ul ref={scroll} className={classes.things} tabIndex={0} aria-label={t('mapping.ours')}>
        <li aria-hidden style={{ height: shown[0]?.start ?? 0 }} />
        {shown.map(({ index, key }) => {
          const thing = things[index]
          return (
            thing && (
              <li key={key} ref={list.measureElement} data-index={index}>
                <div className={classes.thing} data-kind={thing.kind}>
                  <span>{thing.name}</span>
                  {!used.has(thing.id) && <span className={classes.unused}>{t('mapping.unused')}</span>}
                </div>
              </li>
            )
          )
        })}
        <li aria-hidden style={{ height: list.getTotalSize() - (shown.at(-1)?.end ?? 0) }} />
      </ul>
    </>
  )
}

/** Each room is followed by its plans; only rooms whose name contains the sought text. */
function thingsOf({ rooms, ratePlans }: ChannelMapping, sought: string) {
  const plansOf = Map.groupBy(ratePlans, ({ roomId }) => roomId)
  return rooms
    .filter(({ name }) => name.toLowerCase().includes(sought))
    .flatMap(({ id, name }) => [
      { id, name, kind: 'room' },
      ...(plansOf.get(id) ?? []).map(plan => ({
        id: plan.id,
        name: t('mapping.planFor', { name: plan.name, count: plan.occupancy }),
        kind: 'plan',
      })),
    ])
}
