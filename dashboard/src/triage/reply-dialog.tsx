import { Text } from '@mantine/core'
import { t } from 'i18next'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { TriageEntry } from './triage.ts'
import { useReply } from './use-triage.ts'

export function ReplyDialog({ entry, onClose }: { entry: TriageEntry; onClose: () => void }) {
  const { id, channel, from, profileName = from, body } = entry
  const reply = useReply(id, onClose)
  return (
    <FormDialog
      title={t('triage.replyTitle', { from: profileName })}
      fields={[
        {
          name: 'body',
          label: t('triage.replyText'),
          description: t(`triage.replyWay.${channel}`),
          required: true,
          isLong: true,
        },
      ]}
      act={t('triage.send')}
      failed={t('triage.replyFailed')}
      sending={reply}
      onSend={form => reply.mutate(String(form.get('body')))}
      onClose={onClose}
    >
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {body}
      </Text>
    </FormDialog>
  )
}
