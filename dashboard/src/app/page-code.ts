import { searchCode } from '../inbox/list/search-code.ts'
import { signedInBefore, whenSignedIn } from '../session/session.ts'
import { page } from '../ui/lazily.ts'

/** Every page, and either half of the inbox, is a chunk of its own, loaded when somebody goes there. */
export const code = {
  inbox: page('InboxPage', () => import('./inbox-page.tsx')),
  thread: page('ThreadPane', () => import('../inbox/thread/thread-pane.tsx')),
  myThreads: page('MyThreads', () => import('../landlord/my-threads.tsx')),
  morning: page('MorningPage', () => import('../morning/morning-page.tsx')),
  home: page('HomePage', () => import('../landlord/home-page.tsx')),
  triage: page('TriagePage', () => import('../triage/triage-page.tsx')),
  portfolio: page('PortfolioPage', () => import('../portfolio/portfolio-page.tsx')),
  requests: page('RequestsPage', () => import('../requests/requests-page.tsx')),
  request: page('RequestPage', () => import('../requests/request-page.tsx')),
  newProperty: page('NewPropertyPage', () => import('../properties/new-property-page.tsx')),
  many: page('ManyPage', () => import('../batches/many-page.tsx')),
  batch: page('BatchPage', () => import('../batches/batch-page.tsx')),
  channels: page('ChannelsPage', () => import('../channels/channels-page.tsx')),
  channel: page('ChannelPage', () => import('../channels/channel-page.tsx')),
  mapping: page('MappingPage', () => import('../mapping/mapping-page.tsx')),
  items: page('ItemsPage', () => import('../items/items-page.tsx')),
  ledger: page('LedgerPage', () => import('../ledger/ledger-page.tsx')),
  open: page('OpenPage', () => import('../landlord/open-page.tsx')),
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
  const [first, part] = path.split('/').slice(1)
  const loads =
    first === 'inbox'
      ? [
          code.inbox.load,
          who === 'staff' ? threadsEarly : code.myThreads.load,
          ...(part ? [code.thread.load] : []),
        ]
      : first === ''
        ? [(who === 'staff' ? code.morning : code.home).load]
        : []
  // A page loads a failed part again, and says so.
  return loads.map(load => () => void load().catch(() => {}))
}
