import '@mantine/core/styles/List.css'
import type { disconnectPreview as reply } from '@functions/lib/connection/channels/disconnect-channel.ts'
import { List, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { call, remove } from '../api/client.ts'
import type { Reply } from '../api/json.ts'
import { type Channel, channelPath, propertyChanged } from '../connection/api.ts'
import { otaLabel } from '../connection/ota.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { FailureNotice, QueryFailure } from '../ui/failure-notice.tsx'
import { Loading } from '../ui/loading.tsx'
import { toast } from '../ui/toasts.tsx'

interface DisconnectDialogProps {
  propertyId: string
  channel: Channel
  onClose: () => void
}

/** Says what disconnecting will do, in the API's own words of this moment, before it does it. */
export function DisconnectDialog({ propertyId, channel, onClose }: DisconnectDialogProps) {
  const label = otaLabel(channel.ota)
  const path = channelPath(propertyId, channel.channelId)
  const preview = useQuery({
    queryKey: ['disconnect-preview', propertyId, channel.channelId],
    queryFn: ({ signal }) =>
      call<Reply<typeof reply>>({ method: 'DELETE', path: `${path}?preview=true`, signal }),
    gcTime: 0,
  })
  const disconnect = useMutation({
    mutationFn: () => remove(path),
    onSettled: () => propertyChanged(propertyId),
    onSuccess: () => {
      toast(t('channels.disconnected', { ota: label }))
      onClose()
    },
  })
  return (
    <Dialog title={t('channels.disconnectTitle', { ota: label })} onClose={onClose}>
      <Stack>
        {preview.isPending && <Loading />}
        {preview.isError && <QueryFailure title={t('channels.noPreview')} query={preview} />}
        {preview.data && (
          <>
            <Text size="sm">{t('channels.effects')}</Text>
            <List size="sm" spacing="xs">
              {preview.data.effects.map(effect => (
                <List.Item key={effect}>{effect}</List.Item>
              ))}
            </List>
          </>
        )}
        {disconnect.isError && (
          <FailureNotice title={t('channels.notDisconnected')} error={disconnect.error} />
        )}
        <DialogFoot onCancel={onClose}>
          <BusyButton
            color="red.9"
            disabled={!preview.data}
            isBusy={disconnect.isPending}
            onClick={() => disconnect.mutate()}
          >
            {t('channels.disconnectNow')}
          </BusyButton>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
