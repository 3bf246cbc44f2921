import '../i18n/items.ts'
import '../i18n/morning.ts'
import { isOfProperty } from '@functions/lib/items/kinds.ts'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { lazy } from 'react'
import { read } from '../api/client.ts'
import { usePages, useRows } from '../api/pages.ts'
import { kindName } from '../items/kinds.ts'
import type { ItemPage } from '../items/listed-item.tsx'
import type { MorningCounts } from '../ledger/plots.tsx'
import { readStays } from '../live/watch.ts'
import { channelsPath, threadPath } from '../paths.ts'
import { useUser } from '../session/session.ts'
import { numberFormat } from '../ui/formats.ts'
import { LazyPart } from '../ui/lazy-part.tsx'
import { Loading } from '../ui/loading.tsx'
import { HeadedPage } from '../ui/page-frame.tsx'
import { titleOf } from '../ui/thread-title.ts'
import { readersLocale } from '../ui/time.tsx'
import { Lines } from './lines.tsx'
import classes from './morning.module.css'

const Guests = lazy(async () => ({ default: (await import('./guests.tsx')).Guests }))

const everyMs = 60_000

/** Guests to answer, and beside them the day: arrivals and departures, houses, and everything else to do. */
export function MorningPage() {
  const isForAll = useUser().role === 'operations'
  return (
    <HeadedPage title={t('morning.title')} what={t('morning.what')}>
      <div className={classes.page}>
        <LazyPart fallback={<Loading />}>
          <Guests />
        </LazyPart>
        <div className={classes.day}>
          <Stays />
          {isForAll && <Houses />}
          <ToDo />
        </div>
      </div>
    </HeadedPage>
  )
}

const ends = { arrival: 'arriving', departure: 'departing' } as const

function Stays() {
  const day = new Date().toLocaleDateString('sv')
  const stays = useQuery({
    queryKey: ['stays', day],
    queryFn: () => readStays(day),
    staleTime: 5 * everyMs,
  })
  return (['arrival', 'departure'] as const).map(end => (
    <Lines
      key={end}
      part={end}
      query={stays}
      more={`/inbox?stay=${ends[end]}`}
      lines={stays.data?.[end].map(({ record: { threadId, guestName }, facts }) => ({
        to: threadPath(threadId),
        name: titleOf(threadId, guestName),
        what: facts.propertyName,
      }))}
    />
  ))
}

function Houses() {
  const list = usePages<ItemPage>('items', '/api/items', { status: 'open', about: 'property' })
  const houses = Map.groupBy(useRows(list.data, 'items'), ({ propertyId }) => propertyId)
  return (
    <Lines
      part="houses"
      query={list}
      more="/items"
      lines={
        list.data &&
        [...houses].flatMap(([id, items]) =>
          id === undefined
            ? []
            : {
                to: channelsPath(id),
                name: items[0]?.propertyName ?? id,
                what: [...new Set(items.map(({ kind }) => kindName(kind)))].join(' · '),
              },
        )
      }
    />
  )
}

/** Everything that is about no house. */
function ToDo() {
  const morning = useQuery({
    ...read<MorningCounts>(['morning'], '/api/morning'),
    staleTime: everyMs,
    refetchInterval: everyMs,
  })
  return <Lines part="toDo" query={morning} more="/items" lines={morning.data && linesOf(morning.data)} />
}

function linesOf({ items, allItems, requests }: MorningCounts) {
  const locale = readersLocale()
  const line = (to: string, name: string, count: number) =>
    count > 0 ? [{ to, name, what: numberFormat(locale, {}).format(count) }] : []
  const named = items.reduce((sum, { count }) => sum + count, 0)
  return [
    ...line('/requests?status=pending', t('morning.requests'), requests ?? 0),
    ...items
      .filter(({ kind }) => !isOfProperty(kind))
      .toSorted((one, other) => other.count - one.count)
      .flatMap(({ kind, count }) =>
        line(allItems === null ? '/items' : `/items?kind=${kind}`, kindName(kind), count),
      ),
    ...line('/items', t('morning.other'), (allItems ?? 0) - named),
  ]
}
