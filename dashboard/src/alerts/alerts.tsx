import '../i18n/alerts.ts'
import { t } from 'i18next'
import { useEffect, useRef } from 'react'
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
  const open = useOpening()
  useEffect(() => countInTitle(uid, (count, title) => t('alerts.titled', { count, title })), [uid])
  useEffect(() => {
    if (!isOn) return
    const stop = [notify({ uid, open: threadId => open.current(threadId) }), watchForAlerts(uid)]
    return () => {
      for (const end of stop) end()
    }
  }, [isOn, uid, open])
  return null
}

/** The function stays the same through all navigation. */
function useOpening() {
  const navigate = useNavigate()
  const open = useRef((_threadId: string) => {})
  useEffect(() => {
    open.current = threadId => void navigate(threadPath(threadId))
  }, [navigate])
  return open
}
