import { ActionIcon } from '@mantine/core'
import { IconRefreshAlert, IconUserCircle } from '@tabler/icons-react'
import { t } from 'i18next'
import { lazy, useCallback, useEffect, useRef, useState } from 'react'
import type { Alerts } from '../alerts/alerts.tsx'
import { whenQuiet, whenQuietAtDesk } from '../live/when-quiet.ts'
import { useEntries } from '../outbox/use-outbox.tsx'
import { GlobalKeys } from '../palette/global-keys.tsx'
import { isStaffRole, type SessionUser, session } from '../session/session.ts'
import { LazyPart } from '../ui/lazy-part.tsx'
import { useOnline } from '../ui/online.ts'
import { toast } from '../ui/toasts.tsx'
import type { AccountMenu } from './account-menu.tsx'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../ui/confirm-dialog.tsx')).ConfirmDialog,
}))

/** The menu of the account, and the keys that count on every page. Leaving is asked for first where something waits. */
export function Account({ user }: { user: SessionUser }) {
  const waiting = useEntries().length
  const [isAsking, setAsking] = useState(false)
  const leave = () => void session.leave()
  const askToLeave = () => (waiting > 0 ? setAsking(true) : leave())
  return (
    <>
      <Menu user={user} onLeave={askToLeave} />
      {isStaffRole(user.role) && <LateAlerts />}
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

const againMs = 30_000

/** Counts and notifications come after the page's content, and again where their code could not be loaded. */
function LateAlerts() {
  const [Come, setCome] = useState<typeof Alerts>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = (): void => {
      import('../alerts/alerts.tsx').then(
        ({ Alerts }) => setCome(() => Alerts),
        () => {
          timer = setTimeout(load, againMs)
        },
      )
    }
    const cancel = whenQuiet(load)
    return () => {
      cancel()
      clearTimeout(timer)
    }
  }, [])
  return Come && <Come />
}

interface Come {
  AccountMenu: typeof AccountMenu
  /** Whether its button had the focus, and had been pressed, before it was there. */
  isFocused: boolean
  isPressed: boolean
}

/** The code that makes menus float is large: it comes after the page's content, or when the button is pressed. */
function Menu({ user, onLeave }: { user: SessionUser; onLeave: () => void }) {
  const [come, setCome] = useState<Come>()
  const [hasFailed, setFailed] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isPressed = useRef(false)
  // A reload offline would take away the page.
  const isReload = useOnline() && hasFailed
  const load = useCallback(() => {
    import('./account-menu.tsx').then(
      ({ AccountMenu }) => {
        const isFocused = document.activeElement === button.current
        // A moved focus is left alone; some browsers do not focus a pressed button.
        const isHere = isFocused || document.activeElement === document.body
        setCome(now => now ?? { AccountMenu, isFocused, isPressed: isPressed.current && isHere })
      },
      () => {
        if (!isPressed.current) return
        isPressed.current = false
        setFailed(true)
        toast(t('app.partFailed'), 'failure')
      },
    )
  }, [])
  useEffect(() => whenQuietAtDesk(load), [load])
  if (come) {
    const { AccountMenu, ...before } = come
    return <AccountMenu user={user} onLeave={onLeave} {...before} />
  }
  const Icon = isReload ? IconRefreshAlert : IconUserCircle
  return (
    <ActionIcon
      ref={button}
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={isReload ? t('app.reload') : t('app.account', { name: user.name })}
      title={isReload ? t('app.partFailed') : undefined}
      {...(!isReload && { 'aria-haspopup': 'dialog' as const, 'aria-expanded': false })}
      onClick={() => {
        if (isReload) return location.reload()
        isPressed.current = true
        load()
      }}
    >
      <Icon size={24} aria-hidden />
    </ActionIcon>
  )
}
