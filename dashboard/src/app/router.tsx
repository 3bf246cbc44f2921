import { createBrowserRouter, redirect } from 'react-router'
import { ErrorPage } from './error-page.tsx'
import { Gate } from './gate.tsx'
import { PageLoading } from './page-loading.tsx'

/** Every page is a chunk of its own, loaded when somebody goes there. */
export const router = createBrowserRouter([
  {
    element: <Gate />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <PageLoading />,
    children: [
      {
        errorElement: <ErrorPage />,
        children: [
          { index: true, loader: () => redirect('/inbox') },
          {
            path: 'inbox/:threadId?',
            lazy: async () => ({ Component: (await import('../inbox/inbox-page.tsx')).InboxPage }),
          },
          {
            path: 'triage',
            lazy: async () => ({ Component: (await import('../triage/triage-page.tsx')).TriagePage }),
          },
          { path: '*', element: <ErrorPage /> },
        ],
      },
    ],
  },
])
