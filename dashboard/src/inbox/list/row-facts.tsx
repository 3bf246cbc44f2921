import '../../i18n/many-threads.ts'
import { IconBrandWhatsapp, IconBuilding, IconDeviceMobileMessage } from '@tabler/icons-react'
import { t } from 'i18next'
import type { RowFacts as Facts } from '../../live/thread.ts'
import { daysOf, readersLocale } from '../../ui/time.tsx'
import { Sign } from '../desk/signs.tsx'
import { siteName } from '../sites.ts'
import classes from './thread-list.module.css'

const looks = {
  chatapp: [IconBrandWhatsapp, 'var(--done-ink)'],
  sms: [IconDeviceMobileMessage, 'var(--mantine-color-blue-text)'],
  ota: [IconBuilding, 'var(--mantine-color-violet-text)'],
} as const

/** How the guest wrote last, where they stay, and when. */
export function RowFacts({ facts }: { facts: Facts | undefined }) {
  const { channel, site, propertyName, stay } = facts ?? {}
  const [Icon, colour] = channel ? looks[channel] : []
  const place = channel === 'ota' ? site : undefined
  const name = place ? siteName(place) : channel && t(`lists.channels.${channel}`)
  const text = [propertyName, stay && daysOf(stay, readersLocale())].filter(Boolean).join(' · ')
  return (
    <>
      {Icon && name && <Sign Icon={Icon} name={name} colour={colour} />}
      <span className={classes.facts} title={text}>
        {text}
      </span>
    </>
  )
}
