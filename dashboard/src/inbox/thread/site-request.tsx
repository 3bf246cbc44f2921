import '../../i18n/booking-sites.ts'
import { sites } from '@functions/lib/chat/channels/ota-sites.ts'
import { Anchor, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { t } from 'i18next'
import { Facts } from '../../connection/facts.tsx'
import type { Message } from '../../live/message.ts'
import { dayOf, moment, readersLocale, useNow } from '../../ui/time.tsx'
import { siteName } from '../sites.ts'
import classes from './site-request.module.css'

type Metadata = NonNullable<Message['metadata']>

/** A request at a booking site: the stay, the deadline and a link to the page that decides it. */
export function SiteRequest({ metadata: { provider, request, stay } }: { metadata: Metadata }) {
  const locale = readersLocale()
  const site = siteName(provider)
  const page = sites[provider ?? '']?.page
  const day = (text: string | null | undefined) => text && dayOf(text, locale)
  return (
    <div className={classes.request} data-request={request?.kind}>
      {request && (
        <Text size="sm" fw={600}>
          {t(`site.requests.${request.kind}`, { site })}
        </Text>
      )}
      {stay && (
        <Facts
          facts={[
            [t('site.arrival'), day(stay.arrival)],
            [t('site.departure'), day(stay.departure)],
            [t('site.guests'), stay.guests],
            [t('site.listing'), stay.listing],
          ]}
        />
      )}
      {request?.status && <Text size="xs">{t('site.status', { status: request.status })}</Text>}
      {request?.respondBy && <Deadline at={request.respondBy} />}
      {request && page && (
        <Anchor href={page} target="_blank" rel="noreferrer" size="sm" className={classes.link ?? ''}>
          {t('site.decide', { site })} <IconExternalLink size={14} role="img" aria-label={t('site.newTab')} />
        </Anchor>
      )}
    </div>
  )
}

function Deadline({ at }: { at: string }) {
  const locale = readersLocale()
  const now = useNow(60_000)
  const time = moment(new Date(at), locale)
  const isOver = new Date(at).getTime() < now
  return (
    <Text size="xs" fw={600}>
      {t(isOver ? 'site.overSince' : 'site.answerBy', { time })}
    </Text>
  )
}
