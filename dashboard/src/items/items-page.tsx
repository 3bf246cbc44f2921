import '../i18n/connecting.ts'
import type { ItemView } from '@functions/lib/items/item-view.ts'
import {
  Anchor,
  Button,
  Card,
  Container,
  Group,
  Loader,
  SegmentedControl,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { IconCheck, IconCircleCheck } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { call } from '../api/client.ts'
import type { Json } from '../api/json.ts'
import { search } from '../connection/api.ts'
import { otaLabel } from '../connection/ota.ts'
import { errorText, FailureNotice } from '../ui/failure-notice.tsx'
import { Notice } from '../ui/notice.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Time } from '../ui/time.tsx'
import { useToast } from '../ui/toasts.tsx'

type Item = Json<Pick<ItemView, 'id' | 'kind' | 'detail' | 'nextAction' | 'status' | 'createdAt'>> & {
  propertyId?: string
  channelId?: string
  reservationId?: string
  threadId?: string
  ota?: string
  resolvedAt?: string
}

interface Page {
  items: Item[]
  nextCursor: string | null
}

const statuses = ['open', 'resolved'] as const
const refetchMs = 30_000

/** What a person has to look at, and what to do about it. */
export function ItemsPage() {
  const { t } = useTranslation()
  usePageTitle(t('items.title'))
  const [params, setParams] = useSearchParams()
  const status = statuses.find(one => one === params.get('status')) ?? 'open'
  const propertyId = params.get('propertyId')
  const list = useInfiniteQuery({
    queryKey: ['items', status, propertyId],
    queryFn: ({ pageParam, signal }) =>
      call<Page>({ path: `/api/items${search({ status, propertyId, cursor: pageParam })}`, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    refetchInterval: refetchMs,
  })
  const items = list.data?.pages.flatMap(page => page.items) ?? []
  return (
    <Container size="md" py="md">
      <Title order={1} size="h3">
        {t('items.title')}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {t('items.what')}
      </Text>
      <SegmentedControl
        mb="md"
        aria-label={t('items.which')}
        value={status}
        onChange={value => setParams(value === 'open' ? {} : { status: value }, { replace: true })}
        data={statuses.map(value => ({ value, label: t(`items.${value}`) }))}
      />
      {list.isPending && <Loader display="block" aria-label={t('app.loading')} role="status" />}
      {list.isError && (
        <FailureNotice title={t('items.failed')} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && items.length === 0 && !list.hasNextPage && (
        <Notice icon={<IconCircleCheck size={40} aria-hidden />} title={t(`items.empty.${status}`)} />
      )}
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {items.map(item => (
          <Entry key={item.id} item={item} />
        ))}
      </Stack>
      {list.hasNextPage && (
        <Button
          mt="md"
          variant="default"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('requests.more')}
        </Button>
      )}
    </Container>
  )
}

function Entry({ item }: { item: Item }) {
  const { t } = useTranslation()
  const toast = useToast()
  const queries = useQueryClient()
  const { id, kind, detail, nextAction, createdAt, propertyId, threadId, ota, status } = item
  const resolve = useMutation({
    mutationFn: () => call<void>({ method: 'POST', path: `/api/items/${encodeURIComponent(id)}/resolve` }),
    onSuccess: () => toast(t('items.done')),
    onError: error => toast(errorText(t, error), 'failure'),
    onSettled: () => queries.invalidateQueries({ queryKey: ['items'] }),
  })
  return (
    <Card component="li" withBorder>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h5">
          {t(`items.kinds.${kind}` as 'items.kinds.other', { defaultValue: kind.replaceAll('-', ' ') })}
        </Title>
        {createdAt && (
          <Text size="sm" c="dimmed">
            <Time at={createdAt} />
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
          <Button
            size="xs"
            leftSection={<IconCheck size={14} aria-hidden />}
            loading={resolve.isPending}
            onClick={() => resolve.mutate()}
          >
            {t('items.resolve')}
          </Button>
        )}
        {propertyId && (
          <Anchor size="sm" component={Link} to={`/properties/${encodeURIComponent(propertyId)}/channels`}>
            {t('items.toProperty', { id: propertyId })}
          </Anchor>
        )}
        {threadId && (
          <Anchor size="sm" component={Link} to={`/inbox/${encodeURIComponent(threadId)}`}>
            {t('items.toThread')}
          </Anchor>
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
