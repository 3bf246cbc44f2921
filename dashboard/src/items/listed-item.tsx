import type { itemsPage } from '@functions/lib/items/list-items.ts'
import { Anchor, Button, Card, Group, Text, Title } from '@mantine/core'
import { IconArrowRight, IconCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from 'i18next'
import { Link, useLocation } from 'react-router'
import { post } from '../api/client.ts'
import type { Reply } from '../api/json.ts'
import { otaLabel } from '../connection/ota.ts'
import { NextAction } from '../connection/reason-notice.tsx'
import { itemsChanged } from '../live/use-overview.ts'
import { channelPagePath, channelsPath, dealtWithPath, mappingPath, threadPath } from '../paths.ts'
import { useUser } from '../session/session.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { failureToast } from '../ui/failure-notice.tsx'
import { Age } from '../ui/time.tsx'
import { toast } from '../ui/toasts.tsx'
import { isAboutMapping, itemKindOf } from './kinds.ts'

export type ItemPage = Reply<typeof itemsPage>
export type Item = ItemPage['items'][number]

interface ListedItemProps {
  item: Item
  heading?: 2 | 3
  onResolved: () => void
}

/** One thing to look at. */
export function ListedItem({ item, heading = 2, onResolved }: ListedItemProps) {
  const user = useUser()
  const { kind, detail, nextAction, createdAt, ota, status, authorId } = item
  const resolve = useResolve(item, onResolved)
  const { pathname } = useLocation()
  const [first, ...others] = useWays(item).filter(({ to }) => to !== pathname)
  const itemKind = itemKindOf(kind)
  return (
    <Card role="listitem" withBorder>
      <Group justify="space-between" gap="xs">
        <Title order={heading} size="h5">
          {itemKind ? t(`items.kinds.${itemKind}`) : kind}
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
      <NextAction text={nextAction} />
      <Group mt="sm" gap="md">
        {first && (
          <Button
            size="xs"
            component={Link}
            to={first.to}
            rightSection={<IconArrowRight size={14} aria-hidden />}
          >
            {first.label}
          </Button>
        )}
        {status === 'open' && (
          <BusyButton
            size="xs"
            {...(first && { variant: 'default' })}
            leftSection={<IconCheck size={14} aria-hidden />}
            isBusy={resolve.isPending}
            onClick={() => resolve.mutate()}
          >
            {t('items.resolve')}
          </BusyButton>
        )}
        {others.map(({ to, label }) => (
          <Anchor key={to} size="sm" component={Link} to={to}>
            {label}
          </Anchor>
        ))}
        {authorId === user.uid && (
          <Text size="sm" c="dimmed">
            {t('items.byYou')}
          </Text>
        )}
        {ota && (
          <Text size="sm" c="dimmed">
            {otaLabel(ota)}
          </Text>
        )}
      </Group>
    </Card>
  )
}

/** Support staff may resolve failed messages only. */
const resolvePath = ({ id, kind, threadId = '', messageId = '' }: Item): string =>
  kind === 'send-failed' ? dealtWithPath(threadId, messageId) : `/api/items/${encodeURIComponent(id)}/resolve`

function useResolve(item: Item, onResolved: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => post(resolvePath(item)),
    onSuccess: () => {
      toast(t('items.done'))
      onResolved()
    },
    onError: failureToast,
    onSettled: () => itemsChanged(queries),
  })
}

interface Way {
  to: string
  label: string
}

/** The link to the mapping stands first: the item is mended there. */
function useWays({ kind, propertyId, propertyName, channelId, ota, threadId }: Item): Way[] {
  const maySeeProperties = useUser().role === 'operations'
  const isOfChannel = propertyId && channelId
  const mapping = isOfChannel && isAboutMapping(kind)
  const toProperty = (id: string): Way => {
    const name = propertyName ?? id
    return channelId && ota
      ? { to: channelPagePath(id, channelId), label: t('items.toChannel', { ota: otaLabel(ota), name }) }
      : { to: channelsPath(id), label: t('items.toProperty', { name }) }
  }
  return [
    ...(mapping ? [{ to: mappingPath(propertyId, channelId), label: t('items.toMapping') }] : []),
    ...(threadId ? [{ to: threadPath(threadId), label: t('items.toThread') }] : []),
    ...(propertyId && maySeeProperties ? [toProperty(propertyId)] : []),
  ]
}
