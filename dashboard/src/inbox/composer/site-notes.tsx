import '../../i18n/booking-sites.ts'
import { sites } from '@functions/lib/chat/channels/ota-sites.ts'
import { Text } from '@mantine/core'
import { t } from 'i18next'
import { Link } from 'react-router'
import type { ThreadDetails } from '../../live/message.ts'
import { messagesPath } from '../../paths.ts'
import { useUser } from '../../session/session.ts'
import { money } from '../../ui/money.ts'
import { moment, readersLocale, useNow } from '../../ui/time.tsx'
import { siteName } from '../sites.ts'
import { linksIn } from './links.ts'
import classes from './site-notes.module.css'
import type { Application } from './use-application.ts'

interface SiteNotesProps {
  thread: ThreadDetails
  text: string
  application: Application
}

export function SiteNotes({ thread, text, application }: SiteNotesProps) {
  const locale = readersLocale()
  const now = useNow(60_000)
  const { provider, windowClosesAt, conversation, reachable } = thread.reachability.ota
  const site = siteName(provider)
  const closesAt = windowClosesAt === null ? undefined : new Date(windowClosesAt)
  const isOver = closesAt !== undefined && closesAt.getTime() <= now
  return (
    <>
      {closesAt && (
        <Text size="sm">
          {t(isOver ? 'site.takesNoMore' : 'site.takesUntil', { site, time: moment(closesAt, locale) })}
        </Text>
      )}
      {reachable && !conversation && <Text size="sm">{t('site.first', { site })}</Text>}
      {application?.installed === false && <Off application={application} propertyId={thread.propertyId} />}
      {sites[provider ?? '']?.takesLinksOut && <Links site={site} text={text} />}
    </>
  )
}

/** The way to switch the site's messages on, and its price. */
function Off({
  application,
  propertyId,
}: {
  application: NonNullable<Application>
  propertyId: string | null
}) {
  const locale = readersLocale()
  const { role } = useUser()
  const { price, currency } = application
  return (
    <Text size="sm">
      {t('site.off')}{' '}
      {price === null || currency === null
        ? t('site.offUnknown')
        : t('site.offCosts', { price: money(price, currency, locale) })}{' '}
      {role === 'operations' && propertyId && (
        <Link to={messagesPath(propertyId)} className={classes.toCard}>
          {t('site.toCard')}
        </Link>
      )}
    </Text>
  )
}

/** Links that the property has approved are unknown to us, so each is marked. */
function Links({ site, text }: { site: string; text: string }) {
  const links = [...new Set(linksIn(text).map(({ from, to }) => text.slice(from, to)))]
  if (links.length === 0) return null
  return (
    <Text size="sm" className={classes.links ?? ''}>
      {t('site.links', { count: links.length, site })}{' '}
      {links.map(link => (
        <mark key={link} className={classes.link}>
          {link}
        </mark>
      ))}
    </Text>
  )
}
