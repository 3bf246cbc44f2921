import { QueryClient } from '@tanstack/react-query'
import { onUserChange } from '../session/session.ts'
import { ApiError } from './problem.ts'

/** Queries that may work later are tried again, no sooner than the server allows. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Loaded pages can be opened again offline.
      gcTime: 30 * 60_000,
      retry: (count, error) => count < 2 && error instanceof ApiError && error.failure.retryable,
      retryDelay: (attempt, error) => {
        const seconds = error instanceof ApiError ? error.failure.retryAfterSeconds : undefined
        return seconds === undefined ? 500 * 2 ** attempt : seconds * 1000
      },
    },
    // Offline, an act fails at once and says so: it must not happen by itself later.
    mutations: { retry: false, networkMode: 'always' },
  },
})

onUserChange(() => queryClient.clear())
