import '../../i18n/many-threads.ts'
import { t } from 'i18next'
import type { RowFacts as Facts } from '../../live/thread.ts'
import { daysOf, readersLocale } from '../../ui/time.tsx'
import { siteName } from '../sites.ts'
import classes from './thread-list.module.css'

/** How the guest wrote last, where they stay, and when. */
export function RowFacts({ facts }: { facts: Facts | undefined }) {
  const locale = readersLocale()
  const { channel, site, propertyName, stay } = facts ?? {}
  const by = channel && (channel === 'ota' && site ? siteName(site) : t(`lists.channels.${channel}`))
  const text = [by, propertyName, stay && daysOf(stay, locale)].filter(Boolean).join(' · ')
  return (
    <span className={classes.facts} title={text}>
      {text}
    </span>
  )
}
