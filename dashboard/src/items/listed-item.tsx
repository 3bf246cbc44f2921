import type { reply } from '@functions/http/integrations/list-items.ts'
import { Anchor, Card, Group, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type * as z from 'zod'
import { call } from '../api/client.ts'
import type { Json } from '../api/json.ts'
import { otaLabel } from '../connection/ota.ts'
import { channelsPath, mappingPath, threadPath } from '../paths.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { errorText } from '../ui/failure-notice.tsx'
import { Age } from '../ui/time.tsx'
import { useToast } from '../ui/toasts.tsx'
import { isAboutMapping, knownKind } from './kinds.ts'

export type ItemPage = Json<z.output<typeof reply>>
type Item = ItemPage['items'][number]

interface ListedItemProps {
  item: Item
  onResolved: () => void
}

/** One thing to look at. */
export function ListedItem({ item, onResolved }: ListedItemProps) {
  const { t } = useTranslation()
  const { kind, detail, nextAction, createdAt, ota, status } = item
  const resolve = useResolve(item.id, onResolved)
  const known = knownKind(kind)
  return (
    <Card role="listitem" withBorder>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h5">
          {known ? t(`items.kinds.${known}`) : kind}
        </Title>
        {createdAt && (
          <Text size="sm" c="dimmed">
            <Age at={createdAt} />
          </Text>
        )}
      </Group>
      <Text size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
        {detail}
      </Text>
      {nextAction && (
        <Text size="sm" mt={4}>
          <strong>{t('connecting.next')}</strong> {nextAction}
        </Text>
      )}
      <Group mt="sm" gap="md">
        {status === 'open' && (
          <BusyButton
            size="xs"
            leftSection={<IconCheck size={14} aria-hidden />}
            isBusy={resolve.isPending}
            onClick={() => resolve.mutate()}
          >
            {t('items.resolve')}
          </BusyButton>
        )}
        <Ways item={item} />
        {ota && (
          <Text size="sm" c="dimmed">
            {otaLabel(ota)}
          </Text>
        )}
      </Group>
    </Card>
  )
}

function useResolve(id: string, onResolved: () => void) {
  const { t } = useTranslation()
  const toast = useToast()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call<void>({ method: 'POST', path: `/api/items/${encodeURIComponent(id)}/resolve` }),
    onSuccess: () => {
      toast(t('items.done'))
      onResolved()
    },
    onError: error => toast(errorText(t, error), 'failure'),
    onSettled: () => queries.invalidateQueries({ queryKey: ['items'] }),
  })
}

/** To what it is about. */
function Ways({ item: { kind, propertyId, propertyName, channelId, threadId } }: { item: Item }) {
  const { t } = useTranslation()
  return (
    <>
      {propertyId && channelId && isAboutMapping(kind) && (
        <Anchor size="sm" component={Link} to={mappingPath(propertyId, channelId)}>
          {t('items.toMapping')}
        </Anchor>
      )}
      {propertyId && (
        <Anchor size="sm" component={Link} to={channelsPath(propertyId)}>
          {t('items.toProperty', { name: propertyName ?? propertyId })}
        </Anchor>
      )}
      {threadId && (
        <Anchor size="sm" component={Link} to={threadPath(threadId)}>
          {t('items.toThread')}
        </Anchor>
      )}
    </>
  )
}
