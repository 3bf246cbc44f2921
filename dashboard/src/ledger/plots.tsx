import { typeOf } from '@functions/lib/chat/channel-types.ts'
import type { Morning } from '@functions/lib/chat/reports/morning.ts'
import type { Ledger } from '@functions/lib/chat/reports/read-ledger.ts'
import { outcomes } from '@functions/lib/chat/reports/send-outcomes.ts'
import { Anchor, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { read } from '../api/client.ts'
import type { Json } from '../api/json.ts'
import { dateFormat, numberFormat } from '../ui/formats.ts'
import { Heads } from '../ui/heads.tsx'
import { LoadingOrFailure } from '../ui/query-state.tsx'
import { readersLocale } from '../ui/time.tsx'
import { InTime, Outcomes, Speed } from './charts.tsx'
import classes from './plots.module.css'

export type MorningCounts = Json<Morning>

/** Each plot has a table for readers who cannot see it: that of the days stands below. */
export function Plots({ days }: { days: Json<Ledger>['days'] }) {
  const locale = readersLocale()
  const inMinutes = numberFormat(locale, { style: 'unit', unit: 'minute' })
  const minutes = (value: number | null) => (value === null ? '–' : inMinutes.format(Math.round(value)))
  const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  const share = (value: number | null) => (value === null ? '–' : percent.format(value))
  const short = (day: string) =>
    dateFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(day))
  const morning = useQuery({ ...read<MorningCounts>(['morning'], '/api/morning'), staleTime: 60_000 })
  return (
    <div className={classes.plots}>
      <Plot title={t('ledger.speed')} what={t('ledger.speedWhat')}>
        <Speed days={days} short={short} minutes={minutes} />
      </Plot>
      <Plot title={t('ledger.inTime')} what={t('ledger.inTimeWhat')}>
        <InTime days={days} short={short} share={share} />
      </Plot>
      <LoadingOrFailure query={morning} failed={t('ledger.noPlots')} />
      {morning.data && <Deliveries deliveries={morning.data.deliveries} />}
    </div>
  )
}

function Deliveries({ deliveries }: { deliveries: MorningCounts['deliveries'] }) {
  const number = numberFormat(readersLocale(), {})
  const named = deliveries.map(one => ({ ...one, name: t(`thread.via.${typeOf(one.channel)}`) }))
  const table = (
    <details>
      <summary>{t('ledger.asTable')}</summary>
      <Table verticalSpacing={2} horizontalSpacing="xs">
        <Heads
          of={[t('ledger.heads.channel'), ...outcomes.map(outcome => t(`ledger.outcomes.${outcome}`))]}
        />
        <Table.Tbody>
          {named.map(one => (
            <Table.Tr key={one.channel}>
              <Table.Th scope="row" fw={500}>
                {one.name}
              </Table.Th>
              {outcomes.map(outcome => (
                <Table.Td key={outcome}>{number.format(one[outcome])}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Anchor component={Link} to="/items?kind=send-failed" size="sm">
        {t('ledger.failedSends')}
      </Anchor>
    </details>
  )
  return (
    <Plot title={t('ledger.deliveries')} what={t('ledger.deliveriesWhat')} table={table}>
      <Outcomes channels={named} />
    </Plot>
  )
}

interface PlotProps {
  title: string
  what: string
  table?: ReactNode
  children: ReactNode
}

function Plot({ title, what, table, children }: PlotProps) {
  const heading = useId()
  return (
    <section className={classes.plot} aria-labelledby={heading}>
      <Title order={2} size="h5" id={heading}>
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {what}
      </Text>
      <div aria-hidden className={classes.picture}>
        {children}
      </div>
      {table}
    </section>
  )
}
