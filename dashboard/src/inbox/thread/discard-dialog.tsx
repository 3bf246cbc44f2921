import { t } from 'i18next'
import { lazy } from 'react'
import { useOutbox } from '../../outbox/use-outbox.tsx'
import { LazyPart } from '../../ui/lazy-part.tsx'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog,
}))

/** Asks before a message in the outbox is discarded. */
export function DiscardDialog({ messageId, onClose }: { messageId: string; onClose: () => void }) {
  const outbox = useOutbox()
  return (
    <LazyPart>
      <ConfirmDialog
        title={t('thread.outbox.discardTitle')}
        text={t('thread.outbox.discardWhat')}
        confirm={t('thread.outbox.discard')}
        onConfirm={() => outbox.discard(messageId)}
        onClose={onClose}
      />
    </LazyPart>
  )
}
