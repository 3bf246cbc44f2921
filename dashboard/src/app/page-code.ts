import { searchCode } from '../inbox/list/search-code.ts'
import { signedInBefore, whenSignedIn } from '../session/session.ts'
import { remembered } from '../ui/lazily.ts'

/** Every page, and either half of the inbox, is a chunk of its own, loaded when somebody goes there. */
export const code = {
  inbox: remembered(() => import('./inbox-page.tsx')),
  thread: remembered(() => import('../inbox/thread/thread-pane.tsx')),
  myThreads: remembered(() => import('../landlord/my-threads.tsx')),
  morning: remembered(() => import('../morning/morning-page.tsx')),
  home: remembered(() => import('../landlord/home-page.tsx')),
  triage: remembered(() => import('../triage/triage-page.tsx')),
  portfolio: remembered(() => import('../portfolio/portfolio-page.tsx')),
  requests: remembered(() => import('../requests/requests-page.tsx')),
  request: remembered(() => import('../requests/request-page.tsx')),
  newProperty: remembered(() => import('../properties/new-property-page.tsx')),
  many: remembered(() => import('../batches/many-page.tsx')),
  batch: remembered(() => import('../batches/batch-page.tsx')),
  channels: remembered(() => import('../channels/channels-page.tsx')),
  channel: remembered(() => import('../channels/channel-page.tsx')),
  mapping: remembered(() => import('../mapping/mapping-page.tsx')),
  items: remembered(() => import('../items/items-page.tsx')),
  ledger: remembered(() => import('../ledger/ledger-page.tsx')),
  open: remembered(() => import('../landlord/open-page.tsx')),
}

/** The first threads are requested beside the drawing of the page, not after it. */
async function threadsEarly(): Promise<void> {
  const { askFirstThreads } = await searchCode()
  whenSignedIn(user => void askFirstThreads(user).catch(() => {}))
}

/**
 * The user of the last visit most likely still is signed in: the code of the addressed page is requested beside that
 * check, not after it.
 */
export function loadEarly(path: string): (() => void)[] {
  const who = signedInBefore()
  if (!who) return []
  const [page, part] = path.split('/').slice(1)
  const loads =
    page === 'inbox'
      ? [code.inbox, who === 'staff' ? threadsEarly : code.myThreads, ...(part ? [code.thread] : [])]
      : page === ''
        ? [who === 'staff' ? code.morning : code.home]
        : []
  // A page loads a failed part again, and says so.
  return loads.map(load => () => void load().catch(() => {}))
}
