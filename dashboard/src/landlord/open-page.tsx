import { Navigate, useSearchParams } from 'react-router'
import { threadPath } from '../paths.ts'

/** E-mails lead here, and on to their thread or the home page. */
export function OpenPage() {
  const threadId = useSearchParams()[0].get('thread')
  return <Navigate to={threadId ? threadPath(threadId) : '/'} replace />
}
