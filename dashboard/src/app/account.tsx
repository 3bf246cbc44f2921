import { ActionIcon } from '@mantine/core'
import { IconRefreshAlert, IconUserCircle } from '@tabler/icons-react'
import { t } from 'i18next'
import { lazy, useCallback, useEffect, useRef, useState } from 'react'
import { whenQuiet, whenQuietAtDesk } from '../live/when-quiet.ts'
import { useEntries } from '../outbox/use-outbox.tsx'
import { GlobalKeys } from '../palette/global-keys.tsx'
import { isStaffRole, type SessionUser, session } from '../session/session.ts'
import { LazyPart } from '../ui/lazy-part.tsx'
import type { AccountMenu } from './account-menu.tsx'

const Alerts = lazy(async () => ({ default: (await import('../alerts/alerts.tsx')).Alerts }))
const ConfirmDialog = lazy(async () => ({
  default: (await import('../ui/confirm-dialog.tsx')).ConfirmDialog,
}))

/** The menu of the account, and the keys that count on every page. Leaving is asked for first where something waits. */
export function Account({ user }: { user: SessionUser }) {
  const waiting = useEntries().length
  const [isAsking, setAsking] = useState(false)
  const [isAlerting, setAlerting] = useState(false)
  useEffect(() => whenQuiet(() => setAlerting(true)), [])
  const leave = () => void session.leave()
  const askToLeave = () => (waiting > 0 ? setAsking(true) : leave())
  return (
    <>
      <Menu user={user} onLeave={askToLeave} />
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

interface Come {
  AccountMenu: typeof AccountMenu
  /** Whether its button had the focus, and had been pressed, before it was there. */
  isFocused: boolean
  isPressed: boolean
}

/** Menus float, and what makes them float is large: it comes after all that the page shows, or when it is pressed. */
function Menu({ user, onLeave }: { user: SessionUser; onLeave: () => void }) {
  const [come, setCome] = useState<Come>()
  const [hasFailed, setFailed] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isPressed = useRef(false)
  const load = useCallback(() => {
    import('./account-menu.tsx').then(
      ({ AccountMenu }) => {
        const isFocused = button.current === document.activeElement
        setCome(now => now ?? { AccountMenu, isFocused, isPressed: isPressed.current })
      },
      () => setFailed(isPressed.current),
    )
  }, [])
  useEffect(() => whenQuietAtDesk(load), [load])
  if (come) {
    const { AccountMenu, ...before } = come
    return <AccountMenu user={user} onLeave={onLeave} {...before} />
  }
  // A reload offline would take away what is there.
  const isReload = hasFailed && navigator.onLine
  const Icon = isReload ? IconRefreshAlert : IconUserCircle
  return (
    <ActionIcon
      ref={button}
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={isReload ? t('app.reload') : t('app.account', { name: user.name })}
      title={hasFailed ? t('app.partFailed') : undefined}
      aria-haspopup={isReload ? undefined : 'dialog'}
      onClick={() => {
        isPressed.current = true
        if (isReload) location.reload()
        else load()
      }}
    >
      <Icon size={24} aria-hidden />
    </ActionIcon>
  )
}
