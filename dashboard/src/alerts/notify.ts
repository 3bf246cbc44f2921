import { t } from 'i18next'
import { onListUpdate } from '../live/list-feed.ts'
import { threadPath } from '../paths.ts'
import { titleOf } from '../ui/thread-title.ts'
import { type News, newsFor } from './news.ts'
import { hasSound } from './settings.ts'
import { chime } from './sound.ts'

interface Notifying {
  uid: string
  open: (threadId: string) => void
}

const everyMs = 5_000
const mostOfText = 120
/** Time for which a window keeps the others from showing the same notification. */
const ownMs = 10_000

/** Notifies the desktop of news in the lists of this window. Returns a function that stops it. */
export function notify({ uid, open }: Notifying): () => void {
  const news = newsFor(uid)
  const tell = (all: readonly News[]): void => {
    for (const one of all) void inOneWindow(one.id, () => show(one, open))
  }
  const stop = onListUpdate(update => tell(news.hear(update, Date.now())))
  const timer = setInterval(() => tell(news.passed(Date.now())), everyMs)
  return () => {
    stop()
    clearInterval(timer)
  }
}

const inOneWindow = (name: string, run: () => void): Promise<void> =>
  navigator.locks.request(`notification ${name}`, { ifAvailable: true }, async lock => {
    if (!lock) return
    run()
    await new Promise(resolve => setTimeout(resolve, ownMs))
  })

function show({ threadId, guestName, kind, id, text }: News, open: Notifying['open']): void {
  const isVisible = document.visibilityState === 'visible'
  if (isVisible && location.pathname === threadPath(threadId)) return
  const what = t(`alerts.news.${kind}`)
  const body = text && !isVisible ? `${what}\n${text.slice(0, mostOfText).toWellFormed()}` : what
  const shown = shownAs(titleOf(threadId, guestName), { body, tag: id, silent: true })
  if (!shown) return
  shown.onclick = () => {
    window.focus()
    shown.close()
    open(threadId)
  }
  if (hasSound()) chime()
}

function shownAs(title: string, options: NotificationOptions): Notification | undefined {
  try {
    return new Notification(title, options)
  } catch {
    // Browsers of phones refuse it to pages.
    return undefined
  }
}
