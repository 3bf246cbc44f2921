import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { consentPath } from '../paths.ts'
import { type ConsentLink, consentQuery, consentsApi, linkKey } from './api.ts'

/** Makes a link by which a host consents, and goes to the page that shows it. */
export function useAskConsent(ota: string) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (propertyIds: readonly string[]) => consentsApi.ask(ota, propertyIds),
    onSuccess: ({ consentId, url, expiresAt }) => {
      queries.setQueryData<ConsentLink>(linkKey(consentId), { url, expiresAt })
      void queries.invalidateQueries({ queryKey: consentQuery(consentId).queryKey })
      void queries.invalidateQueries({ queryKey: ['channels'] })
      void navigate(consentPath(consentId))
    },
  })
}
