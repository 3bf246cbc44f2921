import { isChannel, typeOf } from '@functions/lib/chat/channel-types.ts'
import type { itemsPage } from '@functions/lib/items/list-items.ts'
import { Anchor, Button, Group, Text } from '@mantine/core'
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
import { inLocalTime, Time } from '../ui/time.tsx'
import { toast } from '../ui/toasts.tsx'
import { isAboutMapping, isAboutThread } from './kinds.ts'

export type ItemPage = Reply<typeof itemsPage>
export type Item = ItemPage['items'][number]

interface ListedItemProps {
  item: Item
  onResolved: () => void
}

/** A line: who, where, what and when, and the way there. */
export function ListedItem({ item, onResolved }: ListedItemProps) {
  const user = useUser()
  const { kind, detail, nextAction, createdAt, guestName, propertyName, channel, status, authorId } = item
  const resolve = useResolve(item, onResolved)
  const { pathname } = useLocation()
  const [first, ...others] = useWays(item).filter(({ to }) => to !== pathname)
  const place = [guestName, propertyName].filter(Boolean).join(' · ')
  const via = isChannel(channel) ? `${t(`thread.via.${typeOf(channel)}`)}: ` : ''
  return (
    <Group
      component="li"
      justify="space-between"
      gap="xs"
      py="xs"
      style={{ borderTop: '1px solid var(--line)' }}
    >
      <div style={{ flex: '1 1 20rem', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text size="sm">
          {place && <strong>{place} · </strong>}
          {via}
          {inLocalTime(detail)}
          {createdAt && (
            <Text span size="sm" c="dimmed">
              {' · '}
              <Time at={createdAt} />
              {authorId === user.uid && ` · ${t('items.byYou')}`}
            </Text>
          )}
        </Text>
        {!isAboutThread(kind) && <NextAction text={nextAction} />}
      </div>
      <Group gap="xs">
        {others.map(({ to, label }) => (
          <Anchor key={to} size="sm" component={Link} to={to}>
            {label}
          </Anchor>
        ))}
        {first && (
          <Button size="xs" component={Link} to={first.to}>
            {first.label}
          </Button>
        )}
        {status === 'open' && (
          <BusyButton
            size="xs"
            {...(first && { variant: 'default' })}
            isBusy={resolve.isPending}
            onClick={() => resolve.mutate()}
          >
            {t('items.resolve')}
          </BusyButton>
        )}
      </Group>
    </Group>
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
    ...(threadId
      ? [{ to: threadPath(threadId), label: t('items.toThread') }]
      : propertyId && maySeeProperties
        ? [toProperty(propertyId)]
        : []),
  ]
}
