import { channelManagerName, channelManagerPage } from '@functions/adapters/channel-manager/name.ts'
import { Button, Stack, Text } from '@mantine/core'
import { t } from 'i18next'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { ExternalLink } from '../ui/external-link.tsx'

interface PrerequisiteDialogProps {
  name: string
  ota: string
  onClose: () => void
}

/** Why this property cannot be connected yet, and what comes first (specification A2, step 2). */
export function PrerequisiteDialog({ name, ota, onClose }: PrerequisiteDialogProps) {
  return (
    <Dialog title={t('connect.first.title')} onClose={onClose}>
      <Stack>
        <Text size="sm">{t('connect.first.what', { name, channelManager: channelManagerName })}</Text>
        <Text size="sm">{t('connect.first.afterwards', { ota })}</Text>
        <ExternalLink
          href={channelManagerPage}
          text={t('connect.first.open', { channelManager: channelManagerName })}
        />
        <DialogFoot>
          <Button onClick={onClose}>{t('connect.first.understood')}</Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
