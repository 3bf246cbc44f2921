import { lazy, Suspense } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useParams } from 'react-router'
import { channelsPath } from '../paths.ts'
import { useIsStaff } from '../session/session.ts'
import { useOnline } from '../ui/online.ts'
import { orReload } from '../ui/or-reload.ts'
import { NotFound } from './error-page.tsx'
import { Gate } from './gate.tsx'
import { PageLoading } from './page-loading.tsx'

// Every page is a chunk of its own, loaded when somebody goes there.
const InboxPage = lazy(
  orReload(async () => ({ default: (await import('../inbox/inbox-page.tsx')).InboxPage })),
)
const TriagePage = lazy(
  orReload(async () => ({ default: (await import('../triage/triage-page.tsx')).TriagePage })),
)
const RequestsPage = lazy(
  orReload(async () => ({ default: (await import('../requests/requests-page.tsx')).RequestsPage })),
)
const RequestPage = lazy(
  orReload(async () => ({ default: (await import('../requests/request-page.tsx')).RequestPage })),
)
const ChannelsPage = lazy(
  orReload(async () => ({ default: (await import('../channels/channels-page.tsx')).ChannelsPage })),
)
const MappingPage = lazy(
  orReload(async () => ({ default: (await import('../mapping/mapping-page.tsx')).MappingPage })),
)
const ItemsPage = lazy(
  orReload(async () => ({ default: (await import('../items/items-page.tsx')).ItemsPage })),
)

const MorningPage = lazy(
  orReload(async () => ({ default: (await import('../morning/morning-page.tsx')).MorningPage })),
)

const HomePage = lazy(
  orReload(async () => ({ default: (await import('../landlord/home-page.tsx')).HomePage })),
)
const OpenPage = lazy(
  orReload(async () => ({ default: (await import('../landlord/open-page.tsx')).OpenPage })),
)
const LedgerPage = lazy(
  orReload(async () => ({ default: (await import('../ledger/ledger-page.tsx')).LedgerPage })),
)

/** All addresses of the dashboard. */
export function Pages() {
  // With transitions one would stay where one is until the code of the next page is there.
  const showsWaiting = !useOnline()
  return (
    <BrowserRouter {...(showsWaiting && { useTransitions: false })}>
      <Gate>
        <Suspense fallback={<PageLoading />}>
          <Addresses />
        </Suspense>
      </Gate>
    </BrowserRouter>
  )
}

/** Landlords have pages of their own, and the conversation of staff. */
function Addresses() {
  if (!useIsStaff())
    return (
      <Routes>
        <Route index element={<HomePage />} />
        <Route path="inbox/:threadId?" element={<InboxPage />} />
        <Route path="open" element={<OpenPage />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    )
  return (
    <Routes>
      <Route index element={<MorningPage />} />
      <Route path="inbox/:threadId?" element={<InboxPage />} />
      <Route path="triage" element={<TriagePage />} />
      <Route path="requests" element={<RequestsPage />} />
      <Route path="requests/:requestId" element={<RequestPage />} />
      <Route path="properties/:propertyId" element={<ToChannels />} />
      <Route path="properties/:propertyId/channels/:channelId?" element={<ChannelsPage />} />
      <Route path="properties/:propertyId/channels/:channelId/mapping" element={<MappingPage />} />
      <Route path="items" element={<ItemsPage />} />
      <Route path="ledger" element={<LedgerPage />} />
      <Route path="open" element={<OpenPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}

/** What the e-mails and the channel manager link to. */
function ToChannels() {
  const { propertyId = '' } = useParams()
  return <Navigate to={channelsPath(propertyId)} replace />
}
