import '../i18n/alerts.ts'
import { t } from 'i18next'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { threadPath } from '../paths.ts'
import { useUser } from '../session/session.ts'
import { countInTitle } from './count-in-title.ts'
import { notify } from './notify.ts'
import { useNotifications } from './settings.ts'
import { watchForAlerts } from './watch-for-alerts.ts'

export function Alerts() {
  const { uid } = useUser()
  const isOn = useNotifications()
  const navigate = useNavigate()
  const open = useEffectEvent((threadId: string) => void navigate(threadPath(threadId)))
  useEffect(() => countInTitle(uid, (count, title) => t('alerts.titled', { count, title })), [uid])
  useEffect(() => {
    if (!isOn) return
    const stop = [notify({ uid, open: threadId => open(threadId) }), watchForAlerts(uid)]
    return () => {
      for (const end of stop) end()
    }
  }, [isOn, uid])
  return null
}
