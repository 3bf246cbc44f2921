import '../i18n/i18n.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../api/queries.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { Crashed } from './error-page.tsx'
import { Pages } from './router.tsx'
import { theme } from './theme.ts'

export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary instead={() => <Crashed />}>
          <Pages />
        </ErrorBoundary>
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  )
}
