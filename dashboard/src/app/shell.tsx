import { Box, Text, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { t } from 'i18next'
import { type ReactNode, useCallback, useDeferredValue, useLayoutEffect, useRef } from 'react'
import { Link, useLocation, useNavigationType } from 'react-router'
import type { Message } from '../live/message.ts'
import { settle } from '../live/use-messages.ts'
import { type Counted, useWaiting } from '../live/use-overview.ts'
import { OutboxProvider } from '../outbox/use-outbox.tsx'
import { isCurrent, isFor, type PageKey, pages } from '../pages.ts'
import type { SessionUser } from '../session/session.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { OfflineBanner } from '../ui/offline-banner.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { Account } from './account.tsx'
import { Crashed } from './error-page.tsx'
import { Mark } from './mark.tsx'
import { OutboxBanner } from './outbox-banner.tsx'
import classes from './shell.module.css'

export function Shell({ user, children }: { user: SessionUser; children: ReactNode }) {
  const { pathname } = useLocation()
  const queries = useQueryClient()
  const showStored = useCallback(
    (threadId: string, message: Message) => settle(queries, threadId, message, user.name),
    [queries, user.name],
  )
  return (
    <OutboxProvider user={user} onStored={showStored}>
      <div className={classes.shell}>
        <a href="#content" className="skip-link">
          {t('app.skip')}
        </a>
        <header className={classes.header}>
          <Text component="span" fw={700} className={classes.name}>
            <Mark />
            {t('app.name')}
          </Text>
          <nav aria-label={t('app.navigation')} className={classes.nav}>
            {pages
              .filter(page => isFor(page, user))
              .map(page => {
                const { to, key, Icon } = page
                return (
                  <Link
                    key={key}
                    to={to}
                    className={classes.link ?? ''}
                    {...(isCurrent(page, pathname) && { 'aria-current': 'page' })}
                  >
                    <Icon size={20} aria-hidden />
                    <span>{t(`app.${key}`)}</span>
                    {isCounted(key) && <Waiting page={key} />}
                  </Link>
                )
              })}
          </nav>
          <Account user={user} />
        </header>
        <div className={classes.main}>
          <OfflineBanner />
          <OutboxBanner />
          <Content>{children}</Content>
        </div>
      </div>
    </OutboxProvider>
  )
}

/** How much waits on a page; inbox: overdue threads. */
function Waiting({ page }: { page: Counted }) {
  const count = useWaiting(page)
  if (!count) return null
  return (
    <>
      <span className={classes.waiting} data-late={page === 'inbox'} aria-hidden>
        {count > most ? `${most}+` : count}
      </span>
      <VisuallyHidden>{t(`app.waiting.${page}`, { count })}</VisuallyHidden>
    </>
  )
}

const most = 99
const counted = ['inbox', 'triage', 'requests', 'items'] as const satisfies Counted[]
const isCounted = (page: PageKey): page is Counted => counted.some(one => one === page)

/**
 * Another page begins at its top and with the focus, so that a screen reader begins there; on the way back it is where
 * one left it. The inbox is one page with all its threads, and sees to itself.
 */
function Content({ children }: { children: ReactNode }) {
  const { pathname, key } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const page = pathname.startsWith('/inbox') ? '/inbox' : pathname
  const main = useRef<HTMLElement>(null)
  const shown = useRef({ page, key })
  const left = useRef(new Map<string, number>())
  // The shell is shown before the page, so that the browser answers between them.
  const isDue = useDeferredValue(true, false)
  useLayoutEffect(() => {
    const isSame = shown.current.page === page
    shown.current = { page, key }
    if (isSame || !main.current) return
    main.current.scrollTop = isBack ? (left.current.get(key) ?? 0) : 0
    main.current.focus({ preventScroll: true })
  }, [page, key, isBack])
  return (
    <Box
      component="main"
      id="content"
      ref={main}
      tabIndex={-1}
      className={classes.content}
      onScroll={event => left.current.set(shown.current.key, event.currentTarget.scrollTop)}
    >
      <ErrorBoundary address={pathname} instead={() => <Crashed />}>
        {isDue ? children : <PageLoading />}
      </ErrorBoundary>
    </Box>
  )
}
