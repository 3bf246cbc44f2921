import { Text } from '@mantine/core'
import { IconWifiOff } from '@tabler/icons-react'
import { t } from 'i18next'
import classes from './offline-banner.module.css'
import { useOnline } from './online.ts'

/** Always there for screen readers, so that its words are announced when they appear. */
export function OfflineBanner() {
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <div className={classes.banner}>
          <IconWifiOff size={18} aria-hidden />
          <Text size="sm">{t('app.offline')}</Text>
        </div>
      )}
    </div>
  )
}
