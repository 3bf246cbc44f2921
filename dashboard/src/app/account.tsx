import { ActionIcon } from '@mantine/core'
import { IconRefreshAlert, IconUserCircle } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEntries } from '../outbox/use-outbox.tsx'
import { GlobalKeys } from '../palette/global-keys.tsx'
import { type SessionUser, session } from '../session/session.ts'
import { LazyPart } from '../ui/lazy-part.tsx'

// Menus float, and what makes them float is large.
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }))
const ConfirmDialog = lazy(async () => ({
  default: (await import('../ui/confirm-dialog.tsx')).ConfirmDialog,
}))

/** The menu of the account, and the keys that count on every page. Leaving is asked for first where something waits. */
export function Account({ user }: { user: SessionUser }) {
  const { t } = useTranslation()
  const waiting = useEntries().length
  const [isAsking, setAsking] = useState(false)
  const leave = () => void session.leave()
  const askToLeave = () => (waiting > 0 ? setAsking(true) : leave())
  return (
    <>
      <LazyPart
        fallback={
          <ActionIcon variant="subtle" color="gray" size="lg" disabled aria-label={t('app.loading')}>
            <IconUserCircle size={24} aria-hidden />
          </ActionIcon>
        }
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
        <AccountMenu user={user} onLeave={askToLeave} />
      </LazyPart>
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
