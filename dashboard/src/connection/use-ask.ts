import type { requestAnswer as reply } from '@functions/lib/connection/requests/ask-connection.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { post } from '../api/client.ts'
import type { Reply } from '../api/json.ts'
import { requestPath } from '../paths.ts'
import { failureToast } from '../ui/failure-notice.tsx'
import { propertyChanged } from './api.ts'

/** Asks for the connection of a property, and goes to its request: that is where connecting begins. */
export function useAsk(propertyId: string) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (ota: string) => post<Reply<typeof reply>>('/api/property-requests', { propertyId, ota }),
    onSuccess: ({ requestId }) => {
      void propertyChanged(propertyId)
      void navigate(requestPath(requestId))
    },
    onError: failureToast,
  })
}
