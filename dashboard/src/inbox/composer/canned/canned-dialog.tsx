import '../../../i18n/canned.ts'
import { Button, Stack, Text } from '@mantine/core'
import { t } from 'i18next'
import { useState } from 'react'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import type { CannedReply } from './canned.ts'
import { CannedForm } from './canned-form.tsx'
import { CannedList } from './canned-list.tsx'
import { useDeleteCanned } from './use-canned.ts'

interface CannedDialogProps {
  /** Files are uploaded to it. */
  threadId: string
  onInsert: (reply: CannedReply) => void
  onClose: () => void
}

type Phase = { at: 'list' } | { at: 'new' } | { at: 'edit' | 'delete'; reply: CannedReply }

export function CannedDialog({ threadId, onInsert, onClose }: CannedDialogProps) {
  const [phase, setPhase] = useState<Phase>({ at: 'list' })
  const back = () => setPhase({ at: 'list' })
  const titles = {
    list: t('canned.title'),
    new: t('canned.newTitle'),
    edit: t('canned.editTitle'),
    delete: t('canned.deleteTitle', { name: 'reply' in phase ? phase.reply.name : '' }),
  }
  return (
    <Dialog title={titles[phase.at]} phase={phase.at} onClose={onClose}>
      <Stack>
        {phase.at === 'list' && (
          <CannedList
            onInsert={onInsert}
            onNew={() => setPhase({ at: 'new' })}
            onEdit={reply => setPhase({ at: 'edit', reply })}
            onDelete={reply => setPhase({ at: 'delete', reply })}
          />
        )}
        {phase.at === 'new' && <CannedForm threadId={threadId} onDone={back} />}
        {phase.at === 'edit' && <CannedForm threadId={threadId} reply={phase.reply} onDone={back} />}
        {phase.at === 'delete' && <Deleting reply={phase.reply} onDone={back} />}
      </Stack>
    </Dialog>
  )
}

function Deleting({ reply, onDone }: { reply: CannedReply; onDone: () => void }) {
  const deletion = useDeleteCanned()
  return (
    <Stack gap="sm">
      {deletion.isError && <FailureNotice title={t('canned.deleteFailed')} error={deletion.error} />}
      <Text>{t('canned.deleteWhat')}</Text>
      <DialogFoot>
        <Button variant="default" onClick={onDone}>
          {t('app.cancel')}
        </Button>
        <BusyButton
          color="red"
          isBusy={deletion.isPending}
          onClick={() => deletion.mutate(reply.id, { onSuccess: onDone })}
        >
          {t('canned.deleteIt')}
        </BusyButton>
      </DialogFoot>
    </Stack>
  )
}
