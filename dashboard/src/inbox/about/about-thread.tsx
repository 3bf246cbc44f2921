import '../../i18n/many-threads.ts'
import { Button, Loader } from '@mantine/core'
import { t } from 'i18next'
import { lazy, useState } from 'react'
import { Link } from 'react-router'
import { queryClient } from '../../api/queries.ts'
import type { ThreadDetails } from '../../live/message.ts'
import { useOwnerName } from '../../live/use-staff.ts'
import { channelsPath } from '../../paths.ts'
import { useUser } from '../../session/session.ts'
import { QueryFailure } from '../../ui/failure-notice.tsx'
import { LazyPart } from '../../ui/lazy-part.tsx'
import { readersLocale, shortTime, useNow } from '../../ui/time.tsx'
import { Deadline } from '../desk/deadline.tsx'
import { DeskState } from '../desk/desk-state.tsx'
import { threadChanged } from '../thread-events.ts'
import { useAbout } from './about.ts'
import classes from './about-thread.module.css'
import { Copy, Fact, Part } from './parts.tsx'
import { Dates, LeadGuest, Stay } from './stay.tsx'

/** Details beside a conversation: guest, stay, property and reachability. */
export function AboutThread({ thread }: { thread: ThreadDetails }) {
  const { role } = useUser()
  const about = useAbout(thread.threadId)
  const ownerName = useOwnerName()
  const [edited, setEdited] = useState<'guest' | 'property'>()
  const { desk, reachability } = thread
  const { guest, stay, property, otherStays = [] } = about.data ?? {}
  const zone = property?.timeZone ?? null
  const closeEdited = () => {
    setEdited(undefined)
    threadChanged(queryClient, thread.threadId)
  }
  return (
    <div className={classes.about} data-testid="about">
      {desk && (
        <Part title={t('about.desk')}>
          <Fact name={t('about.owner')}>
            {desk.ownerId === null ? t('desk.noOwner') : ownerName(desk.ownerId)}
          </Fact>
          <Fact name={t('about.state')}>
            {desk.state === 'open' ? t('desk.states.open') : <DeskState desk={desk} />}
          </Fact>
          <Fact name={t('about.answer')}>
            {desk.unansweredSince === null ? t('about.nobodyWaits') : <Deadline desk={desk} />}
          </Fact>
        </Part>
      )}
      <Part title={t('about.guest')} onEdit={guest && (() => setEdited('guest'))}>
        <Fact name={t('about.name')}>{guest?.name ?? reachability.guest?.name ?? t('about.unknown')}</Fact>
        {guest?.phone && (
          <Fact name={t('about.phone')}>
            <a href={`tel:${guest.phone}`} className={classes.link}>
              {guest.phone}
            </a>
          </Fact>
        )}
        {guest?.email && (
          <Fact name={t('about.email')}>
            <a href={`mailto:${guest.email}`} className={classes.link}>
              {guest.email}
            </a>
          </Fact>
        )}
        {guest?.language && <Fact name={t('about.language')}>{guest.language}</Fact>}
        {guest?.note && <Fact name={t('about.note')}>{guest.note}</Fact>}
        {reachability.guest && <Ways thread={thread} />}
        <Merge thread={thread} />
      </Part>
      {about.isPending && (
        <div role="status">
          <Loader size="sm" role="status" aria-label={t('app.loading')} />
        </div>
      )}
      {about.isError && <QueryFailure title={t('about.failed')} query={about} />}
      {stay && (
        <Part title={t('about.stay')}>
          <Stay stay={stay} zone={zone} />
          <LeadGuest stay={stay} guest={guest} />
        </Part>
      )}
      {property && (
        <Part title={t('about.property')} onEdit={() => setEdited('property')}>
          <Fact name={t('about.name')}>
            {role === 'operations' ? (
              <Link to={channelsPath(property.propertyId)} className={classes.link}>
                {property.name}
              </Link>
            ) : (
              property.name
            )}
          </Fact>
          {zone && <LocalTime zone={zone} />}
          {Object.entries(property.facts).map(([name, value]) => (
            <Fact key={name} name={name}>
              {value} <Copy value={value} of={name} />
            </Fact>
          ))}
        </Part>
      )}
      {otherStays.length > 0 && (
        <Part title={t('about.otherStays')}>
          {otherStays.map(other => (
            <div key={other.reservationId} className={classes.other}>
              <Dates stay={other} zone={zone} />
              <LeadGuest stay={other} guest={guest} />
            </div>
          ))}
        </Part>
      )}
      <LazyPart>
        {edited === 'guest' && guest && <GuestDialog guest={guest} onClose={closeEdited} />}
        {edited === 'property' && property && <FactsDialog property={property} onClose={closeEdited} />}
      </LazyPart>
    </div>
  )
}

const GuestDialog = lazy(async () => ({ default: (await import('./guest-dialog.tsx')).GuestDialog }))
const FactsDialog = lazy(async () => ({
  default: (await import('../../properties/facts-dialog.tsx')).FactsDialog,
}))

const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog }))

/** Says that another thread is of the same guest, where nothing stands in the way. */
function Merge({ thread }: { thread: ThreadDetails }) {
  const [isOpen, setOpen] = useState(false)
  const { desk, source, mergedInto, merged = [] } = thread
  if (!desk || source === 'support' || mergedInto || merged.length > 0) return null
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        {t('merging.act')}
      </Button>
      {isOpen && (
        <LazyPart>
          <MergeDialog thread={thread} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  )
}

/** How the guest can be written to now, and until when. */
function Ways({ thread: { reachability } }: { thread: ThreadDetails }) {
  const now = useNow(10_000)
  const { chatapp, sms } = reachability
  const reachText = ({ optedOut, reachable, reason }: typeof sms | typeof chatapp) =>
    optedOut ? t('about.optedOut') : reachable ? t('about.reachable') : (reason?.detail ?? t('about.unknown'))
  const closesAt = chatapp.windowClosesAt === null ? undefined : new Date(chatapp.windowClosesAt)
  const window =
    closesAt && closesAt.getTime() > now
      ? t('about.windowOpen', { time: shortTime(closesAt) })
      : t(chatapp.windowOpen === null ? 'about.windowUnknown' : 'about.windowClosed')
  return (
    <>
      <Fact name={t('thread.via.chatapp-message')}>
        {chatapp.optedOut || chatapp.numberValid === false ? reachText(chatapp) : window}
      </Fact>
      <Fact name={t('thread.via.sms-message')}>{reachText(sms)}</Fact>
    </>
  )
}

function LocalTime({ zone }: { zone: string }) {
  const locale = readersLocale()
  const now = useNow(10_000)
  const time = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
  }).format(now)
  return <Fact name={t('about.localTime')}>{time}</Fact>
}
