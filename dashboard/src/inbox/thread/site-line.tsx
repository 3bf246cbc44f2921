import { t } from 'i18next'
import { lazy } from 'react'
import type { Message } from '../../live/message.ts'
import { LazyPart } from '../../ui/lazy-part.tsx'
import { ClockTime, Time } from '../../ui/time.tsx'
import { siteName } from '../sites.ts'
import classes from './message-list.module.css'

const Request = lazy(async () => ({ default: (await import('./site-request.tsx')).SiteRequest }))

/** A booking site's own message: a quiet line, which answers nothing, or a guest's request there. */
export function SiteLine({ message }: { message: Message }) {
  const { metadata, body, receivedAt, createdAt } = message
  const isRequest = metadata?.request !== undefined
  return (
    <div data-site-line>
      <p className={classes.event}>
        {!isRequest && `${t('thread.siteSays', { site: siteName(metadata?.provider), text: body })} · `}
        {receivedAt ? <Time at={receivedAt} /> : <ClockTime at={createdAt} />}
      </p>
      {metadata && <SiteDetails metadata={metadata} />}
    </div>
  )
}

/** The stay that is asked about, and the request. */
export function SiteDetails({ metadata }: { metadata: NonNullable<Message['metadata']> }) {
  if (!metadata.request && !metadata.stay) return null
  return (
    <LazyPart failed={false}>
      <Request metadata={metadata} />
    </LazyPart>
  )
}
