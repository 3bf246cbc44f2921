import { Suspense } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useParams } from 'react-router'
import { channelsPath } from '../paths.ts'
import { useIsStaff } from '../session/session.ts'
import { useOnline } from '../ui/online.ts'
import { PageLoading } from '../ui/page-loading.tsx'
import { NotFound } from './error-page.tsx'
import { Gate } from './gate.tsx'
import { code } from './page-code.ts'

const forAll = { 'inbox/:threadId?': code.inbox, open: code.open, '*': NotFound }

/** Landlords have pages of their own, and the conversation of staff. */
const addresses = {
  landlord: { ...forAll, '/': code.home },
  staff: {
    ...forAll,
    '/': code.morning,
    triage: code.triage,
    portfolio: code.portfolio,
    requests: code.requests,
    'requests/:requestId': code.request,
    'properties/new': code.newProperty,
    'properties/many': code.many,
    'properties/many/:batchId': code.batch,
    'properties/:propertyId': ToChannels,
    'properties/:propertyId/channels': code.channels,
    'properties/:propertyId/channels/:channelId': code.channel,
    'properties/:propertyId/channels/:channelId/mapping': code.mapping,
    items: code.items,
    ledger: code.ledger,
  },
}

/** All addresses of the dashboard. */
export function Pages() {
  // With transitions the old page would stay until the code of the next page is there.
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

function Addresses() {
  return (
    <Routes>
      {Object.entries(addresses[useIsStaff() ? 'staff' : 'landlord']).map(([path, Page]) => (
        <Route key={path} path={path} element={<Page />} />
      ))}
    </Routes>
  )
}

/** The e-mails and the channel manager link to this address. */
function ToChannels() {
  const { propertyId = '' } = useParams()
  return <Navigate to={channelsPath(propertyId)} replace />
}
