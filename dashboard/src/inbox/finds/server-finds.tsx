import '../../i18n/many-threads.ts'
import '../../i18n/triage.ts'
import { Badge, Button, Text } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { t } from 'i18next'
import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import { threadPath } from '../../paths.ts'
import { FailureNotice, failureToast } from '../../ui/failure-notice.tsx'
import { titleOf } from '../../ui/thread-title.ts'
import { dayOf, readersLocale } from '../../ui/time.tsx'
import { useOpening } from '../../ui/use-opening.ts'
import { type StayMatch, type useFinds, useOpenThread } from './finds.ts'
import classes from './server-finds.module.css'

/** The server finds by number, e-mail address, booking or property. */
export function ServerFinds({ finds }: { finds: ReturnType<typeof useFinds> }) {
  const { search } = useLocation()
  const heading = useId()
  const opening = useOpening()
  const { data, error, isError, isAsked, refetch } = finds
  if (!isAsked) return null
  if (isError) return <FailureNotice title={t('finds.failed')} error={error} onRetry={() => void refetch()} />
  if (!data || data.threads.length + data.stays.length === 0) return null
  return (
    <section aria-labelledby={heading} className={classes.finds} data-testid="finds">
      <Text id={heading} component="h3" size="xs" fw={600} c="dimmed" px="sm">
        {t('finds.title')}
      </Text>
      <ul className={classes.list}>
        {data.threads.map(({ threadId, because, guestName, propertyId }) => (
          <li key={threadId}>
            <Link to={{ pathname: threadPath(threadId), search }} {...opening} className={classes.found}>
              <span className={classes.name}>{titleOf(threadId, guestName)}</span>
              {propertyId && <span className={classes.detail}>{propertyId}</span>}
              <Because because={because} />
            </Link>
          </li>
        ))}
        {data.stays.map(stay => (
          <li key={stay.reservationId} className={classes.found}>
            <Stay stay={stay} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Stay({ stay }: { stay: StayMatch }) {
  const open = useOpenThread()
  const name = stay.guestName ?? stay.reservationId
  return (
    <>
      <span className={classes.name}>{name}</span>
      <StayText stay={stay} />
      <Because because={stay.because} />
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconMessagePlus size={16} aria-hidden />}
        loading={open.isPending}
        aria-label={t('finds.openFor', { name })}
        onClick={() => open.mutate({ reservationId: stay.reservationId }, { onError: failureToast })}
      >
        {t('finds.open')}
      </Button>
    </>
  )
}

function Because({ because }: Pick<StayMatch, 'because'>) {
  return (
    <Badge variant="default" size="xs" className={classes.because ?? ''}>
      {t(`finds.because.${because}`)}
    </Badge>
  )
}

function StayText({ stay }: { stay: StayMatch }) {
  return <span className={classes.detail}>{stayText(stay)}</span>
}

/** The days of a stay, where they are known. */
export function stayDays({ arrival, departure }: Pick<StayMatch, 'arrival' | 'departure'>): string | null {
  const locale = readersLocale()
  if (!arrival || !departure) return null
  return t('triage.stay', { arrival: dayOf(arrival, locale), departure: dayOf(departure, locale) })
}

/** Property and days of a stay. */
export function stayText(stay: StayMatch): string {
  return [stay.propertyId, stayDays(stay)].filter(Boolean).join(' · ')
}
