import '../i18n/open-thread.ts'
import { Composer } from '../inbox/composer/composer.tsx'
import { useThread } from '../live/use-thread.ts'

interface AnswerProps {
  threadId: string
  /** When the message was stored that is answered. */
  since: string | undefined
}

/** Where one writes in a thread, without the thread. */
export function Answer({ threadId, since }: AnswerProps) {
  const { data } = useThread(threadId)
  return (
    <div ref={focusText}>
      <Composer threadId={threadId} thread={data} since={since} answer={undefined} />
    </div>
  )
}

const focusText = (box: HTMLElement | null): void => box?.querySelector('textarea')?.focus()
