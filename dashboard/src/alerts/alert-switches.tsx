import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import '../i18n/alerts.ts'
import { SegmentedControl, Text } from '@mantine/core'
import { t } from 'i18next'
import { useState } from 'react'
import { canNotify, setNotifications, setSound, useNotifications, useSound } from './settings.ts'

const values = ['on', 'off'] as const

/** The switches are for this device alone. */
export function AlertSwitches() {
  const isOn = useNotifications()
  const sounds = useSound()
  const [isRefused, setRefused] = useState(false)
  if (!canNotify()) return null
  return (
    <>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('alerts.notifications')}
        value={isOn ? 'on' : 'off'}
        onChange={value => void setNotifications(value === 'on').then(isDone => setRefused(!isDone))}
        data={values.map(value => ({ value, label: t(`alerts.notificationsAre.${value}`) }))}
      />
      {isOn && (
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('alerts.sound')}
          value={sounds ? 'on' : 'off'}
          onChange={value => setSound(value === 'on')}
          data={values.map(value => ({ value, label: t(`alerts.soundIs.${value}`) }))}
        />
      )}
      <Text size="xs" c="dimmed" role="status">
        {t(isRefused ? 'alerts.refused' : 'alerts.notificationsWhat')}
      </Text>
    </>
  )
}
