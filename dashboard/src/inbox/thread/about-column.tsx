import { ActionIcon, Skeleton } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { t } from 'i18next'
import { lazy, type RefObject, useCallback, useState, useSyncExternalStore } from 'react'
import type { ThreadDetails } from '../../live/message.ts'
import { keep, onKept, textAt } from '../../storage.ts'
import { LazyPart } from '../../ui/lazy-part.tsx'
import { useLetterKeys } from '../../ui/letter-keys.ts'
import classes from './thread-pane.module.css'
import { usePaneKeys } from './use-pane-keys.ts'

const AboutThread = lazy(async () => ({ default: (await import('../about/about-thread.tsx')).AboutThread }))
const Dialog = lazy(async () => ({ default: (await import('../../ui/dialog.tsx')).Dialog }))

/** With so much room it is a column of its own; with less it stands there when somebody unfolds it; else it is a dialog. */
const rooms = { column: '(width >= 1600px)', fold: '(width >= 1280px)' } as const
export type AboutRoom = keyof typeof rooms | 'dialog'

const watch = (tell: () => void): (() => void) => {
  const queries = Object.values(rooms).map(room => matchMedia(room))
  for (const query of queries) query.addEventListener('change', tell)
  return () => {
    for (const query of queries) query.removeEventListener('change', tell)
  }
}

const roomNow = (): AboutRoom =>
  matchMedia(rooms.column).matches ? 'column' : matchMedia(rooms.fold).matches ? 'fold' : 'dialog'

const unfoldedKey = 'about-unfolded'
const isUnfolded = (): boolean => textAt(unfoldedKey) === 'true'
const useUnfolded = (): boolean => useSyncExternalStore(onKept, isUnfolded)

/** The place of the details, and whether they are beside the thread now. */
export function useAboutRoom(): { room: AboutRoom; isBeside: boolean } {
  const room = useSyncExternalStore(watch, roomNow)
  const unfolded = useUnfolded()
  return { room, isBeside: room === 'column' || (room === 'fold' && unfolded) }
}

export function AboutColumn({ thread }: { thread: ThreadDetails | undefined }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
    <section className={classes.aside} aria-label={t('about.title')} tabIndex={0}>
      <LazyPart fallback={<Skeleton height={200} />}>{thread && <AboutThread thread={thread} />}</LazyPart>
    </section>
  )
}

interface AboutButtonProps {
  thread: ThreadDetails
  room: AboutRoom
  pane: RefObject<HTMLElement | null>
}

/** The details where there is less room: one press or one key away. */
export function AboutButton({ thread, room, pane }: AboutButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const unfolded = useUnfolded()
  const folds = room === 'fold'
  const open = useCallback(() => (folds ? keep(unfoldedKey, !isUnfolded()) : setOpen(true)), [folds])
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
        {...(folds && { 'aria-expanded': unfolded })}
        onClick={open}
      >
        <IconInfoCircle size={20} aria-hidden />
      </ActionIcon>
      {isOpen && !folds && (
        <LazyPart>
          <Dialog title={t('about.title')} onClose={() => setOpen(false)}>
            <AboutThread thread={thread} />
          </Dialog>
        </LazyPart>
      )}
    </>
  )
}
