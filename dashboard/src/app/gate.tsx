import { Button } from '@mantine/core'
import { t } from 'i18next'
import { lazy, type ReactNode, Suspense, useDeferredValue } from 'react'
import { isLetIn, session, startSession, useSession } from '../session/session.ts'
import { Notice } from '../ui/notice.tsx'
import { orReload } from '../ui/or-reload.ts'
import { PageLoading } from '../ui/page-loading.tsx'
import { Shell } from './shell.tsx'

const SignIn = lazy(orReload(async () => ({ default: (await import('./sign-in.tsx')).SignIn })))

/** Only staff and landlords who are signed in get further. The address stays, so that the user comes there after signing in. */
export function Gate({ children }: { children: ReactNode }) {
  const current = useSession()
  // The pages are drawn in pieces, so that the browser answers meanwhile.
  const drawn = useDeferredValue(current)
  switch (current.status) {
    case 'starting':
      return <PageLoading />
    case 'unavailable':
      return (
        <Notice
          main
          title={t('app.unavailable')}
          action={<Button onClick={startSession}>{t('app.retry')}</Button>}
        />
      )
    case 'signed-out':
      return (
        <Suspense fallback={<PageLoading />}>
          <SignIn expired={current.expired} />
        </Suspense>
      )
    case 'signed-in':
      if (drawn.status !== 'signed-in' || drawn.user.uid !== current.user.uid) return <PageLoading />
      if (isLetIn(current.user.role))
        return (
          <Shell key={current.user.uid} user={current.user}>
            {children}
          </Shell>
        )
      return (
        <Notice
          main
          title={t('app.noAccess')}
          text={t('app.noAccessWhat', { email: current.user.email })}
          action={<Button onClick={() => void session.leave()}>{t('app.signOut')}</Button>}
        />
      )
  }
}
