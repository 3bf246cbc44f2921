import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { consentPath } from '../paths.ts'
import { errorText } from '../ui/failure-notice.tsx'
import { useToast } from '../ui/toasts.tsx'
import { type ConsentLink, consentQuery, consentsApi, linkKey } from './api.ts'

/** Makes a link by which a host consents, and goes to the page that shows it. */
export function useAskConsent(ota: string) {
  const { t } = useTranslation()
  const toast = useToast()
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (propertyIds: readonly string[]) => consentsApi.ask(ota, propertyIds),
    onSuccess: ({ consentId, url, expiresAt }) => {
      queries.setQueryData<ConsentLink>(linkKey(consentId), { url, expiresAt })
      void queries.invalidateQueries({ queryKey: consentQuery(consentId).queryKey })
      void navigate(consentPath(consentId))
    },
    onError: error => toast(errorText(t, error), 'failure'),
  })
}
