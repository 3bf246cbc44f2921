import { lazy, Suspense } from 'react'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router'
import { NotFound } from './error-page.tsx'
import { Gate } from './gate.tsx'
import { PageLoading } from './page-loading.tsx'

// Every page is a chunk of its own, loaded when somebody goes there.
const InboxPage = lazy(async () => ({ default: (await import('../inbox/inbox-page.tsx')).InboxPage }))
const TriagePage = lazy(async () => ({ default: (await import('../triage/triage-page.tsx')).TriagePage }))

/** All addresses of the dashboard. */
export function Pages() {
  return (
    <BrowserRouter>
      <Gate>
        <Suspense fallback={<PageLoading />}>
          <Routes>
            <Route index element={<Navigate to="/inbox" replace />} />
            <Route path="inbox/:threadId?" element={<InboxPage />} />
            <Route path="triage" element={<TriagePage />} />
            <Route path="*" element={<NotFound />} />
          </Routes>
        </Suspense>
      </Gate>
    </BrowserRouter>
  )
}
