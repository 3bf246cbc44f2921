import { Navigate, useSearchParams } from 'react-router'
import { threadPath } from '../paths.ts'

/** Where e-mails lead: to the thread that they are about, else to what is one's own. */
export function OpenPage() {
  const threadId = useSearchParams()[0].get('thread')
  return <Navigate to={threadId ? threadPath(threadId) : '/'} replace />
}
