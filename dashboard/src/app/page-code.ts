import { signedInBefore } from '../session/session.ts'

/** Every page, and either half of the inbox, is a chunk of its own, loaded when somebody goes there. */
export const code = {
  inbox: () => import('../inbox/inbox-page.tsx'),
  threads: () => import('../inbox/thread-search.tsx'),
  thread: () => import('../inbox/thread-pane.tsx'),
  myThreads: () => import('../landlord/my-threads.tsx'),
  morning: () => import('../morning/morning-page.tsx'),
  home: () => import('../landlord/home-page.tsx'),
  triage: () => import('../triage/triage-page.tsx'),
  portfolio: () => import('../portfolio/portfolio-page.tsx'),
  requests: () => import('../requests/requests-page.tsx'),
  request: () => import('../requests/request-page.tsx'),
  newProperty: () => import('../properties/new-property-page.tsx'),
  many: () => import('../batches/many-page.tsx'),
  batch: () => import('../batches/batch-page.tsx'),
  channels: () => import('../channels/channels-page.tsx'),
  channel: () => import('../channels/channel-page.tsx'),
  mapping: () => import('../mapping/mapping-page.tsx'),
  consent: () => import('../consents/consent-page.tsx'),
  answered: () => import('../consents/answered-page.tsx'),
  items: () => import('../items/items-page.tsx'),
  ledger: () => import('../ledger/ledger-page.tsx'),
  open: () => import('../landlord/open-page.tsx'),
}

/**
 * Whoever was signed in when the page was left most likely is so still: the code of the page in the address is asked
 * for beside what finds that out, not after it.
 */
export function loadEarly(path: string): (() => void)[] {
  const who = signedInBefore()
  if (!who) return []
  const [page, part] = path.split('/').slice(1)
  const wanted =
    page === 'inbox'
      ? [code.inbox, who === 'staff' ? code.threads : code.myThreads, ...(part ? [code.thread] : [])]
      : page === ''
        ? [who === 'staff' ? code.morning : code.home]
        : []
  // Where it fails, whoever needs it loads it again and says so.
  return wanted.map(load => () => void load().catch(() => {}))
}
