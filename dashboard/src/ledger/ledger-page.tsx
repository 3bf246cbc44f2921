import '../i18n/ledger.ts'
import { isChannel, typeOf } from '@functions/lib/chat/channel-types.ts'
import type { Ledger } from '@functions/lib/chat/reports/read-ledger.ts'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { lazy } from 'react'
import { useSearchParams } from 'react-router'
import { read } from '../api/client.ts'
import type { Json } from '../api/json.ts'
import { search } from '../api/pages.ts'
import { LazyPart } from '../ui/lazy-part.tsx'
import { Loading } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { HeadedPage } from '../ui/page-frame.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { dayOf } from '../ui/time.tsx'
import { readTable } from './csv.ts'
import { type Days, daysIn, lastDays, lengths } from './days.ts'
import { DownloadButton } from './download-button.tsx'
import { Tallies, Total } from './tallies.tsx'

const Plots = lazy(async () => ({ default: (await import('./plots.tsx')).Plots }))

type LedgerOfDays = Json<Ledger>

/** The days are in the address. */
export function LedgerPage() {
  const [params, setParams] = useSearchParams()
  const days = daysIn(params, new Date())
  const ledger = useQuery(read<LedgerOfDays>(['ledger', days], `/api/ledger${search({ ...days })}`))
  const show = ({ from, to }: Days) => setParams({ from, to })
  return (
    <HeadedPage title={t('ledger.title')} what={t('ledger.what')}>
      <Choice key={`${days.from}/${days.to}`} days={days} onShow={show} />
      <QueryState query={ledger} failed={t('ledger.failed')} mt="lg" />
      {ledger.data && <Answers ledger={ledger.data} />}
    </HeadedPage>
  )
}

interface ChoiceProps {
  days: Days
  onShow: (days: Days) => void
}

/** Requests wait until typing pauses. */
function Choice({ days, onShow }: ChoiceProps) {
  return (
    <Group
      component="form"
      align="end"
      gap="sm"
      mb="md"
      aria-label={t('ledger.days')}
      onSubmit={event => {
        event.preventDefault()
        const form = event.currentTarget
        if (!(form instanceof HTMLFormElement)) return
        const given = new FormData(form)
        onShow({ from: String(given.get('from')), to: String(given.get('to')) })
      }}
    >
      <TextInput type="date" name="from" required label={t('ledger.from')} defaultValue={days.from} />
      <TextInput type="date" name="to" required label={t('ledger.to')} defaultValue={days.to} />
      <Button type="submit">{t('ledger.show')}</Button>
      {lengths.map(count => (
        <Button key={count} variant="default" onClick={() => onShow(lastDays(count, new Date()))}>
          {t('ledger.last', { count })}
        </Button>
      ))}
      <DownloadButton
        label={t('ledger.download')}
        name={`ledger-${days.from}-${days.to}.csv`}
        read={() => readTable('/api/ledger', { ...days })}
      />
    </Group>
  )
}

function Answers({ ledger }: { ledger: LedgerOfDays }) {
  const { days, total, byTeam, byProperty, byChannel, closings, nextCursor } = ledger
  if (total.asked === 0 && nextCursor === null) return <Notice title={t('ledger.empty')} />
  const until = days.at(-1)?.day
  return (
    <>
      {nextCursor !== null && until && (
        <Text size="sm" mb="sm" role="status">
          {t('ledger.cut', { day: dayOf(until) })}
        </Text>
      )}
      <Total total={total} closings={closings} />
      <LazyPart fallback={<Loading />}>
        <Plots days={days} />
      </LazyPart>
      <Tallies
        by="day"
        rows={days
          .filter(({ asked }) => asked > 0)
          .map(({ day, ...tally }) => ({ key: day, name: dayOf(day), tally }))}
      />
      <Tallies
        by="team"
        rows={byTeam.map(({ teamId, name, ...tally }) => ({
          key: teamId ?? '',
          name: name ?? teamId ?? t('ledger.noTeam'),
          tally,
        }))}
      />
      <Tallies
        by="property"
        rows={byProperty.map(({ propertyId, name, ...tally }) => ({
          key: propertyId ?? '',
          name: name ?? propertyId ?? t('ledger.noProperty'),
          tally,
        }))}
      />
      <Tallies
        by="channel"
        rows={byChannel.map(({ channel, ...tally }) => ({
          key: channel,
          name: isChannel(channel) ? t(`thread.via.${typeOf(channel)}`) : channel,
          tally,
        }))}
      />
    </>
  )
}
