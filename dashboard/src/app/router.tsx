import { Suspense } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useParams } from 'react-router'
import { channelsPath } from '../paths.ts'
import { useIsStaff } from '../session/session.ts'
import { lazily } from '../ui/lazily.ts'
import { useOnline } from '../ui/online.ts'
import { PageLoading } from '../ui/page-loading.tsx'
import { NotFound } from './error-page.tsx'
import { Gate } from './gate.tsx'
import { code } from './page-code.ts'

const InboxPage = lazily(code.inbox, ({ InboxPage }) => InboxPage)
const TriagePage = lazily(code.triage, ({ TriagePage }) => TriagePage)
const PortfolioPage = lazily(code.portfolio, ({ PortfolioPage }) => PortfolioPage)
const RequestsPage = lazily(code.requests, ({ RequestsPage }) => RequestsPage)
const RequestPage = lazily(code.request, ({ RequestPage }) => RequestPage)
const NewPropertyPage = lazily(code.newProperty, ({ NewPropertyPage }) => NewPropertyPage)
const ManyPage = lazily(code.many, ({ ManyPage }) => ManyPage)
const BatchPage = lazily(code.batch, ({ BatchPage }) => BatchPage)
const ChannelsPage = lazily(code.channels, ({ ChannelsPage }) => ChannelsPage)
const ChannelPage = lazily(code.channel, ({ ChannelPage }) => ChannelPage)
const MappingPage = lazily(code.mapping, ({ MappingPage }) => MappingPage)
const ItemsPage = lazily(code.items, ({ ItemsPage }) => ItemsPage)
const MorningPage = lazily(code.morning, ({ MorningPage }) => MorningPage)
const HomePage = lazily(code.home, ({ HomePage }) => HomePage)
const OpenPage = lazily(code.open, ({ OpenPage }) => OpenPage)
const LedgerPage = lazily(code.ledger, ({ LedgerPage }) => LedgerPage)

/** All addresses of the dashboard. */
export function Pages() {
  // With transitions one would stay where one is until the code of the next page is there.
  const showsWaiting = !useOnline()
  return (
    <BrowserRouter {...(showsWaiting && { useTransitions: false })}>
      <Gated />
    </BrowserRouter>
  )
}

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
      <Route path="items" element={<ItemsPage />} />
      <Route path="ledger" element={<LedgerPage />} />
      <Route path="open" element={<OpenPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}

/** The e-mails and the channel manager link to this address. */
function ToChannels() {
  const { propertyId = '' } = useParams()
  return <Navigate to={channelsPath(propertyId)} replace />
}
