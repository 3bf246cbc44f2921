import { ActionIcon, Skeleton } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { lazy, type RefObject, useCallback, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyPart } from '../ui/lazy-part.tsx'
import { useLetterKeys } from '../ui/letter-keys.ts'
import type { ThreadDetails } from './message.ts'
import classes from './thread-pane.module.css'
import { usePaneKeys } from './use-pane-keys.ts'

const AboutThread = lazy(async () => ({ default: (await import('./about-thread.tsx')).AboutThread }))
const Dialog = lazy(async () => ({ default: (await import('../ui/dialog.tsx')).Dialog }))

/** From this width on it stands beside the thread. */
const wide = '(width >= 1200px)'

const watch = (tell: () => void): (() => void) => {
  const query = matchMedia(wide)
  query.addEventListener('change', tell)
  return () => query.removeEventListener('change', tell)
}

export const useIsWide = (): boolean => useSyncExternalStore(watch, () => matchMedia(wide).matches)

/** What the thread is about, beside it. */
export function AboutBeside({ thread }: { thread: ThreadDetails | undefined }) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className={classes.beside} aria-label={t('about.title')} tabIndex={0}>
      <LazyPart fallback={<Skeleton height={200} />}>{thread && <AboutThread thread={thread} />}</LazyPart>
    </section>
  )
}

/** The same where there is no room for it: one press or one key away. */
export function AboutButton({
  thread,
  pane,
}: {
  thread: ThreadDetails
  pane: RefObject<HTMLElement | null>
}) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const open = useCallback(() => setOpen(true), [])
  usePaneKeys(pane, { i: open }, isOpen)
  const hasKeys = useLetterKeys()
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('about.title')}
        title={hasKeys ? t('desk.withKey', { act: t('about.title'), key: 'I' }) : t('about.title')}
        {...(hasKeys && { 'aria-keyshortcuts': 'i' })}
        onClick={open}
      >
        <IconInfoCircle size={20} aria-hidden />
      </ActionIcon>
      {isOpen && (
        <LazyPart>
          <Dialog title={t('about.title')} onClose={() => setOpen(false)}>
            <AboutThread thread={thread} />
          </Dialog>
        </LazyPart>
      )}
    </>
  )
}
