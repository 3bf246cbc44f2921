import { ActionIcon } from '@mantine/core'
import { IconRefreshAlert, IconUserCircle } from '@tabler/icons-react'
import { t } from 'i18next'
import { lazy, useEffect, useState } from 'react'
import { whenQuiet, whenQuietAtDesk } from '../live/when-quiet.ts'
import { useEntries } from '../outbox/use-outbox.tsx'
import { GlobalKeys } from '../palette/global-keys.tsx'
import { isStaffRole, type SessionUser, session } from '../session/session.ts'
import { LazyPart } from '../ui/lazy-part.tsx'

// Menus float, and what makes them float is large: it comes after all that the page shows, or when it is pressed.
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }))
const Alerts = lazy(async () => ({ default: (await import('../alerts/alerts.tsx')).Alerts }))
const ConfirmDialog = lazy(async () => ({
  default: (await import('../ui/confirm-dialog.tsx')).ConfirmDialog,
}))

/** The menu of the account, and the keys that count on every page. Leaving is asked for first where something waits. */
export function Account({ user }: { user: SessionUser }) {
  const waiting = useEntries().length
  const [isAsking, setAsking] = useState(false)
  const [isDue, setDue] = useState(false)
  const [isAlerting, setAlerting] = useState(false)
  const [isPressed, setPressed] = useState(false)
  useEffect(() => whenQuietAtDesk(() => setDue(true)), [])
  useEffect(() => whenQuiet(() => setAlerting(true)), [])
  const coming = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t('app.account', { name: user.name })}
      aria-busy={isPressed}
      onClick={() => {
        setPressed(true)
        setDue(true)
      }}
    >
      <IconUserCircle size={24} aria-hidden />
    </ActionIcon>
  )
  const leave = () => void session.leave()
  const askToLeave = () => (waiting > 0 ? setAsking(true) : leave())
  return (
    <>
      <LazyPart
        fallback={coming}
        failed={
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('app.reload')}
            title={t('app.partFailed')}
            onClick={() => location.reload()}
          >
            <IconRefreshAlert size={24} aria-hidden />
          </ActionIcon>
        }
      >
        {isDue ? <AccountMenu user={user} isOpen={isPressed} onLeave={askToLeave} /> : coming}
      </LazyPart>
      {isAlerting && isStaffRole(user.role) && (
        <LazyPart failed={null}>
          <Alerts />
        </LazyPart>
      )}
      {isAsking ? (
        <LazyPart>
          <ConfirmDialog
            title={t('outbox.leaveTitle', { count: waiting })}
            text={t('outbox.leaveWhat')}
            confirm={t('app.signOut')}
            onConfirm={leave}
            onClose={() => setAsking(false)}
          />
        </LazyPart>
      ) : (
        <GlobalKeys onLeave={askToLeave} />
      )}
    </>
  )
}
