import '../i18n/consent.ts'
import { t } from 'i18next'
import { Navigate, useParams, useSearchParams } from 'react-router'
import { otaLabel, otasByConsent } from '../connection/ota.ts'
import { consentPath } from '../paths.ts'
import { isStaffRole, useSession } from '../session/session.ts'
import { Notice } from '../ui/notice.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { usePageTitle } from '../ui/page-title.ts'

const answers = ['agreed', 'refused', 'link-used', 'link-expired'] as const

/** Where a host's browser comes back to: it tells what the host did, and nothing of ours. Staff go on to the consent. */
export function AnsweredPage() {
  const { consentId = '' } = useParams()
  const [params] = useSearchParams()
  const session = useSession()
  const answer = answers.find(one => one === params.get('answer')) ?? 'link-used'
  const ota = otasByConsent.find(one => consentId.startsWith(`${one}_`)) ?? ''
  const title = t(`consent.answered.${answer}`)
  usePageTitle(title)
  if (session.status === 'starting') return <PageLoading />
  if (session.status === 'signed-in' && isStaffRole(session.user.role)) {
    const problem = answer.startsWith('link-') ? `?problem=${answer}` : ''
    return <Navigate to={`${consentPath(consentId)}${problem}`} replace />
  }
  return <Notice main title={title} text={t(`consent.answeredWhat.${answer}`, { ota: otaLabel(ota) })} />
}
