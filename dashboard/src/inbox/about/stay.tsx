import { Badge, Text } from '@mantine/core'
import { t } from 'i18next'
import { money } from '../../ui/money.ts'
import { dayOf, readersLocale, useNow } from '../../ui/time.tsx'
import { siteName } from '../sites.ts'
import { type About, type AboutStay, dayIn, differing, nightsOf, phaseOf } from './about.ts'
import classes from './about-thread.module.css'
import { Copy, Fact } from './parts.tsx'

export function Stay({ stay, zone }: { stay: AboutStay; zone: string | null }) {
  const locale = readersLocale()
  const { party, amount, currency, ota, status, reservationId } = stay
  const { otaBookingNumber, arrivalTime, notes } = stay
  return (
    <>
      <Dates stay={stay} zone={zone} />
      {party && (
        <Fact name={t('about.party')}>
          {typeof party === 'number' ? (
            t('about.guests', { count: party })
          ) : (
            <>
              {t('about.adults', { count: party.adults })}
              {party.children > 0 && `, ${t('about.children', { count: party.children })}`}
              {party.infants > 0 && `, ${t('about.infants', { count: party.infants })}`}
            </>
          )}
        </Fact>
      )}
      {arrivalTime && <Fact name={t('about.arrivalTime')}>{arrivalTime}</Fact>}
      {notes && <Fact name={t('about.notes')}>{notes}</Fact>}
      {typeof amount === 'number' && currency && (
        <Fact name={t('about.amount')}>{money(amount, currency, locale)}</Fact>
      )}
      {ota && <Fact name={t('about.channel')}>{siteName(ota)}</Fact>}
      {status && status !== 'new' && (
        <Fact name={t('about.status')}>{isStatus(status) ? t(`about.statuses.${status}`) : status}</Fact>
      )}
      {otaBookingNumber ? (
        <Fact name={t('about.bookingNumber')}>
          {otaBookingNumber} <Copy value={otaBookingNumber} of={t('about.bookingNumber')} />
        </Fact>
      ) : (
        <Fact name={t('about.number')}>{reservationId}</Fact>
      )}
    </>
  )
}

const statuses = ['confirmed', 'modified', 'cancelled'] as const

const isStatus = (status: string): status is (typeof statuses)[number] => statuses.some(one => one === status)

/** Another name under a known number, or what the booking says otherwise than is known. */
export function LeadGuest({ stay, guest }: { stay: AboutStay; guest: About['guest'] | undefined }) {
  const differences = differing(stay, guest)
  return differences.length > 0 && <Fact name={t('about.leadGuest')}>{differences.join(', ')}</Fact>
}

export function Dates({ stay, zone }: { stay: AboutStay; zone: string | null }) {
  const locale = readersLocale()
  const now = useNow(60_000)
  const phase = phaseOf(stay, dayIn(new Date(now), zone))
  return (
    <div className={classes.dates}>
      <span>
        {t('about.dates', { arrival: dayOf(stay.arrival, locale), departure: dayOf(stay.departure, locale) })}
      </span>
      <span className={classes.phase}>
        <Badge variant="default" size="sm">
          {t(`about.phases.${phase}`)}
        </Badge>
        <Text span size="xs" c="dimmed">
          {t('about.nights', { count: nightsOf(stay) })}
        </Text>
      </span>
    </div>
  )
}
