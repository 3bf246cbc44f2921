import { lazy, Suspense } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useParams } from 'react-router'
import { channelsPath } from '../paths.ts'
import { useIsStaff } from '../session/session.ts'
import { useOnline } from '../ui/online.ts'
import { orReload } from '../ui/or-reload.ts'
import { NotFound } from './error-page.tsx'
import { Gate } from './gate.tsx'
import { code } from './page-code.ts'
import { PageLoading } from './page-loading.tsx'

const InboxPage = lazy(orReload(async () => ({ default: (await code.inbox()).InboxPage })))
const TriagePage = lazy(orReload(async () => ({ default: (await code.triage()).TriagePage })))
const PortfolioPage = lazy(orReload(async () => ({ default: (await code.portfolio()).PortfolioPage })))
const RequestsPage = lazy(orReload(async () => ({ default: (await code.requests()).RequestsPage })))
const RequestPage = lazy(orReload(async () => ({ default: (await code.request()).RequestPage })))
const NewPropertyPage = lazy(orReload(async () => ({ default: (await code.newProperty()).NewPropertyPage })))
const ManyPage = lazy(orReload(async () => ({ default: (await code.many()).ManyPage })))
const BatchPage = lazy(orReload(async () => ({ default: (await code.batch()).BatchPage })))
const ChannelsPage = lazy(orReload(async () => ({ default: (await code.channels()).ChannelsPage })))
const ChannelPage = lazy(orReload(async () => ({ default: (await code.channel()).ChannelPage })))
const MappingPage = lazy(orReload(async () => ({ default: (await code.mapping()).MappingPage })))
const ConsentPage = lazy(orReload(async () => ({ default: (await code.consent()).ConsentPage })))
const AnsweredPage = lazy(orReload(async () => ({ default: (await code.answered()).AnsweredPage })))
const ItemsPage = lazy(orReload(async () => ({ default: (await code.items()).ItemsPage })))
const MorningPage = lazy(orReload(async () => ({ default: (await code.morning()).MorningPage })))
const HomePage = lazy(orReload(async () => ({ default: (await code.home()).HomePage })))
const OpenPage = lazy(orReload(async () => ({ default: (await code.open()).OpenPage })))
const LedgerPage = lazy(orReload(async () => ({ default: (await code.ledger()).LedgerPage })))

/** All addresses of the dashboard. */
export function Pages() {
  // With transitions one would stay where one is until the code of the next page is there.
  const showsWaiting = !useOnline()
  return (
    <BrowserRouter {...(showsWaiting && { useTransitions: false })}>
      <Routes>
        <Route path="connections/:consentId/answered" element={<Answered />} />
        <Route path="*" element={<Gated />} />
      </Routes>
    </BrowserRouter>
  )
}

/** For hosts, who have no account. */
const Answered = () => (
  <Suspense fallback={<PageLoading />}>
    <AnsweredPage />
  </Suspense>
)

const Gated = () => (
  <Gate>
    <Suspense fallback={<PageLoading />}>
      <Addresses />
    </Suspense>
  </Gate>
)

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
      <Route path="portfolio" element={<PortfolioPage />} />
      <Route path="requests" element={<RequestsPage />} />
      <Route path="requests/:requestId" element={<RequestPage />} />
      <Route path="properties/new" element={<NewPropertyPage />} />
      <Route path="properties/many" element={<ManyPage />} />
      <Route path="properties/many/:batchId" element={<BatchPage />} />
      <Route path="properties/:propertyId" element={<ToChannels />} />
      <Route path="properties/:propertyId/channels" element={<ChannelsPage />} />
      <Route path="properties/:propertyId/channels/:channelId" element={<ChannelPage />} />
      <Route path="properties/:propertyId/channels/:channelId/mapping" element={<MappingPage />} />
      <Route path="connections/:consentId" element={<ConsentPage />} />
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
