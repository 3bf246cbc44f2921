import '../i18n/items.ts'
import '../i18n/morning.ts'
import type { Morning } from '@functions/lib/chat/reports/morning.ts'
import { Alert, Anchor, Text, Title } from '@mantine/core'
import { IconArrowRight, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { lazy, useDeferredValue } from 'react'
import { Link } from 'react-router'
import { read } from '../api/client.ts'
import type { Json } from '../api/json.ts'
import { kindName } from '../items/kinds.ts'
import { useCounts } from '../live/use-overview.ts'
import { numberFormat } from '../ui/formats.ts'
import { LazyPart } from '../ui/lazy-part.tsx'
import { Loading } from '../ui/loading.tsx'
import { HeadedPage } from '../ui/page-frame.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { readersLocale } from '../ui/time.tsx'
import { firstOf, type Waiting } from './first.ts'
import classes from './morning.module.css'

const Plots = lazy(async () => ({ default: (await import('./plots.tsx')).Plots }))

const everyMs = 60_000
const guestViews = ['overdue', 'unassigned', 'mine', 'waiting', 'snoozed'] as const
const failedKinds = ['send-failed', 'automation-failed']

export type MorningCounts = Json<Morning>

/** Every number leads to its list. */
export function MorningPage() {
  const counts = useDeferredValue(useCounts())
  const morning = useQuery({
    ...read<MorningCounts>(['morning'], '/api/morning'),
    staleTime: everyMs,
    refetchInterval: everyMs,
  })
  // In pieces, as they come.
  const data = useDeferredValue(morning.data)
  const { isError, error, dataUpdatedAt, refetch } = morning
  const isPending = data === undefined && !isError
  return (
    <HeadedPage title={t('morning.title')} what={t('morning.what')}>
      <div className={classes.firstPlace}>
        {data && counts.overdue !== undefined && <First waiting={waitingOf(data, counts)} />}
      </div>
      <section aria-labelledby="morning-guests">
        <Title order={2} size="h5" mt="md" mb="xs" id="morning-guests">
          {t('morning.guests')}
        </Title>
        <ul className={classes.counts}>
          {guestViews.map(view => (
            <Count
              key={view}
              to={`/inbox?view=${view}`}
              label={t(`morning.views.${view}`)}
              count={counts[view]}
              burns={view === 'overdue'}
            />
          ))}
        </ul>
      </section>
      <section aria-labelledby="morning-todo" className={classes.toDo}>
        <Title order={2} size="h5" mt="lg" mb="xs" id="morning-todo">
          {t('morning.toDo')}
        </Title>
        <QueryState
          query={{ data, isPending, isError, error, dataUpdatedAt, refetch }}
          failed={t('morning.failed')}
        />
        {data && <ToDo morning={data} />}
      </section>
      {!isPending && (
        <LazyPart fallback={<Loading />}>
          <Plots deliveries={data?.deliveries} />
        </LazyPart>
      )}
    </HeadedPage>
  )
}

const sumOf = (items: MorningCounts['items'], isWanted: (kind: string) => boolean): number =>
  items.filter(({ kind }) => isWanted(kind)).reduce((sum, { count }) => sum + count, 0)

function waitingOf(
  { items, allItems, requests }: MorningCounts,
  { overdue = 0, unassigned = 0 }: ReturnType<typeof useCounts>,
): Waiting {
  const [failed, automations] = [
    sumOf(items, kind => kind === 'send-failed'),
    sumOf(items, kind => kind === 'automation-failed'),
  ]
  const others = allItems === null ? 0 : Math.max(0, allItems - failed - automations)
  return { overdue, failed, automations, unassigned, requests: requests ?? 0, items: others }
}

const leadsTo = {
  overdue: '/inbox?view=overdue',
  failed: '/items?kind=send-failed',
  automations: '/items?kind=automation-failed',
  unassigned: '/inbox?view=unassigned',
  requests: '/requests?status=pending',
  items: '/items',
} as const

function First({ waiting }: { waiting: Waiting }) {
  const first = firstOf(waiting)
  if (!first)
    return (
      <Alert variant="default" icon={<IconCircleCheck aria-hidden />}>
        {t('morning.first.none')}
      </Alert>
    )
  return (
    <Anchor component={Link} to={leadsTo[first]} className={classes.first ?? ''}>
      {t(`morning.first.${first}`, { count: waiting[first] })}
      <IconArrowRight size={18} aria-hidden />
    </Anchor>
  )
}

function ToDo({ morning: { items, allItems, requests } }: { morning: MorningCounts }) {
  const kindCounts = items.toSorted((one, other) => other.count - one.count)
  const others = (allItems ?? 0) - sumOf(items, () => true)
  const isAllowed = allItems !== null
  if (kindCounts.length === 0 && !requests && others <= 0)
    return <Text size="sm">{t('morning.nothing')}</Text>
  return (
    <ul className={classes.counts}>
      {requests !== null && requests > 0 && (
        <Count to="/requests?status=pending" label={t('morning.requests')} count={requests} />
      )}
      {kindCounts.map(({ kind, count }) => {
        return (
          <Count
            key={kind}
            to={isAllowed ? `/items?kind=${kind}` : '/items'}
            label={kindName(kind)}
            count={count}
            burns={failedKinds.includes(kind)}
          />
        )
      })}
      {isAllowed && others > 0 && <Count to="/items" label={t('morning.other')} count={others} />}
    </ul>
  )
}

interface CountProps {
  to: string
  label: string
  /** Undefined while it is not known. */
  count: number | undefined
  burns?: boolean
}

function Count({ to, label, count, burns = false }: CountProps) {
  const locale = readersLocale()
  return (
    <li>
      <Link to={to} className={classes.count} data-burns={burns && count !== undefined && count > 0}>
        <span className={classes.number}>
          {count === undefined ? '–' : numberFormat(locale, {}).format(count)}
        </span>
        <span>{label}</span>
      </Link>
    </li>
  )
}
