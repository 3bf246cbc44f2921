import { typeOf } from '@functions/lib/chat/channel-types.ts'
import type { Ledger } from '@functions/lib/chat/reports/read-ledger.ts'
import { type Outcome, outcomes } from '@functions/lib/chat/reports/send-outcomes.ts'
import { Anchor, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { lazy, type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { read } from '../api/client.ts'
import type { Json } from '../api/json.ts'
import { search } from '../api/pages.ts'
import { lastDays } from '../ledger/days.ts'
import { dateFormat, numberFormat } from '../ui/formats.ts'
import { LazyPart } from '../ui/lazy-part.tsx'
import { OnceSeen } from '../ui/once-seen.tsx'
import { LoadingOrFailure } from '../ui/query-state.tsx'
import { dayOf, readersLocale } from '../ui/time.tsx'
import { DataTable } from './data-table.tsx'
import classes from './morning.module.css'
import type { MorningCounts } from './morning-page.tsx'

const Pictures = {
  Speed: lazy(async () => ({ default: (await import('./charts.tsx')).Speed })),
  InTime: lazy(async () => ({ default: (await import('./charts.tsx')).InTime })),
  Outcomes: lazy(async () => ({ default: (await import('./charts.tsx')).Outcomes })),
}

/** Each plot has a table for readers who cannot see it. */
export function Plots({ deliveries }: { deliveries: MorningCounts['deliveries'] | undefined }) {
  const days = lastDays(28, new Date())
  const ledger = useQuery({
    ...read<Json<Ledger>>(['ledger', 'morning', days], `/api/ledger${search({ ...days })}`),
    staleTime: 5 * 60_000,
  })
  return (
    <div className={classes.plots}>
      <LoadingOrFailure query={ledger} failed={t('morning.noPlots')} />
      {ledger.data && <Answers ledger={ledger.data} />}
      {deliveries && !ledger.isPending && <Deliveries deliveries={deliveries} />}
    </div>
  )
}

function Answers({ ledger: { days, nextCursor } }: { ledger: Json<Ledger> }) {
  const locale = readersLocale()
  const inMinutes = numberFormat(locale, { style: 'unit', unit: 'minute' })
  const minutes = (value: number | null) => (value === null ? '–' : inMinutes.format(Math.round(value)))
  const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  const share = (value: number | null) => (value === null ? '–' : percent.format(value))
  const busyDays = days.filter(day => day.asked > 0)
  const short = (day: string) =>
    dateFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(day))
  const isEmpty = busyDays.length === 0
  const until = days.at(-1)?.day
  const toLedger = (day: string) => (
    <Anchor component={Link} to={`/ledger${search({ from: day, to: day })}`} size="sm">
      {dayOf(day)}
    </Anchor>
  )
  return (
    <>
      {nextCursor !== null && until && (
        <Text size="sm" role="status">
          {t('morning.cut', { day: dayOf(until) })}
        </Text>
      )}
      <Plot
        title={t('morning.speed')}
        what={t('morning.speedWhat')}
        empty={isEmpty && t('morning.noAnswers')}
        table={
          <DataTable
            heads={[t('morning.day'), t('morning.median'), t('morning.p90')]}
            rows={busyDays.map(({ day, medianMinutes, p90Minutes }) => ({
              key: day,
              cells: [toLedger(day), minutes(medianMinutes), minutes(p90Minutes)],
            }))}
          />
        }
      >
        <Pictures.Speed days={days} short={short} minutes={minutes} />
      </Plot>
      <Plot
        title={t('morning.inTime')}
        what={t('morning.inTimeWhat')}
        empty={isEmpty && t('morning.noAnswers')}
        foot={
          <Anchor component={Link} to="/ledger" size="sm">
            {t('morning.allAnswers')}
          </Anchor>
        }
        table={
          <DataTable
            heads={[t('morning.day'), t('morning.inTime')]}
            rows={busyDays.map(({ day, share: value }) => ({
              key: day,
              cells: [toLedger(day), share(value)],
            }))}
          />
        }
      >
        <Pictures.InTime days={days} short={short} share={share} />
      </Plot>
    </>
  )
}

function Deliveries({ deliveries }: { deliveries: MorningCounts['deliveries'] }) {
  const locale = readersLocale()
  const number = numberFormat(locale, {})
  const sumOf = (one: Record<Outcome, number>) => outcomes.reduce((sum, outcome) => sum + one[outcome], 0)
  const named = deliveries.map(one => ({ ...one, name: t(`thread.via.${typeOf(one.channel)}`) }))
  const isEmpty = deliveries.every(one => sumOf(one) === 0)
  return (
    <Plot
      title={t('morning.deliveries')}
      what={t('morning.deliveriesWhat')}
      empty={isEmpty && t('morning.noDeliveries')}
      foot={
        <Anchor component={Link} to="/items?kind=send-failed" size="sm">
          {t('morning.failedSends')}
        </Anchor>
      }
      table={
        <DataTable
          heads={[t('morning.channel'), ...outcomes.map(outcome => t(`morning.outcomes.${outcome}`))]}
          rows={named.map(one => ({
            key: one.channel,
            cells: [one.name, ...outcomes.map(outcome => number.format(one[outcome]))],
          }))}
        />
      }
    >
      <Pictures.Outcomes channels={named} />
    </Plot>
  )
}

interface PlotProps {
  title: string
  what: string
  /** In place of picture and table. */
  empty: string | false
  table: ReactNode
  foot?: ReactNode
  children: ReactNode
}

function Plot({ title, what, empty, table, foot, children }: PlotProps) {
  const heading = useId()
  return (
    <section className={classes.plot} aria-labelledby={heading}>
      <Title order={2} size="h5" id={heading}>
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {what}
      </Text>
      {empty ? (
        <Text size="sm">{empty}</Text>
      ) : (
        <>
          <div aria-hidden>
            <OnceSeen className={classes.picture}>
              <LazyPart failed={<Text size="sm">{t('morning.noPlots')}</Text>}>{children}</LazyPart>
            </OnceSeen>
          </div>
          <details>
            <summary>{t('morning.asTable')}</summary>
            <div className={classes.table}>{table}</div>
          </details>
        </>
      )}
      {foot}
    </section>
  )
}
