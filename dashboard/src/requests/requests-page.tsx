import '../i18n/connecting.ts'
import { otaNames } from '@functions/lib/connection/otas.ts'
import {
  Anchor,
  Button,
  Container,
  Group,
  NativeSelect,
  Skeleton,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useSearchParams } from 'react-router'
import { type PropertyRequest, requestsQuery } from '../connection/api.ts'
import { otaLabel } from '../connection/ota.ts'
import { StatusBadge } from '../connection/status-badge.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { Notice } from '../ui/notice.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Time } from '../ui/time.tsx'

const statuses = ['pending', 'rejected', 'completed'] as const

/** What landlords and operations asked to connect. Filters and search are in the address. */
export function RequestsPage() {
  const { t } = useTranslation()
  usePageTitle(t('requests.title'))
  const [params, setParams] = useSearchParams()
  const text = params.get('q') ?? ''
  const sought = useDeferredValue(text.trim().toLowerCase())
  const set = (name: string, value: string) =>
    setParams(
      now => {
        const next = new URLSearchParams(now)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const list = useInfiniteQuery(
    requestsQuery({ status: params.get('status') ?? undefined, ota: params.get('ota') ?? undefined }),
  )
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  // The API does not search, so a search goes through every page.
  useEffect(() => {
    if (sought !== '' && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [sought, hasNextPage, isFetchingNextPage, fetchNextPage])
  const all = list.data?.pages.flatMap(page => page.requests) ?? []
  const shown = sought === '' ? all : all.filter(request => isFound(request, sought))
  const isSearching = sought !== '' && hasNextPage
  return (
    <Container size="lg" py="md">
      <Title order={1} size="h3">
        {t('requests.title')}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {t('requests.what')}
      </Text>
      <Group align="end" mb="sm" gap="sm">
        <TextInput
          type="search"
          flex="1 1 14rem"
          label={t('requests.search')}
          placeholder={t('requests.searchHint')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={text}
          onChange={event => set('q', event.currentTarget.value)}
        />
        <NativeSelect
          label={t('requests.status')}
          value={params.get('status') ?? ''}
          onChange={event => set('status', event.currentTarget.value)}
          data={[
            { value: '', label: t('requests.all') },
            ...statuses.map(value => ({ value, label: t(`status.${value}`) })),
          ]}
        />
        <NativeSelect
          label={t('requests.ota')}
          value={params.get('ota') ?? ''}
          onChange={event => set('ota', event.currentTarget.value)}
          data={[
            { value: '', label: t('requests.all') },
            ...otaNames.map(value => ({ value, label: otaLabel(value) })),
          ]}
        />
      </Group>
      {list.isError && (
        <FailureNotice title={t('requests.failed')} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && <Rows />}
      {list.isSuccess && (
        <Text size="sm" c="dimmed" role="status">
          {isSearching
            ? t('requests.searching', { count: shown.length })
            : t(hasNextPage ? 'requests.countMore' : 'requests.count', { count: shown.length })}
        </Text>
      )}
      {list.isSuccess && shown.length === 0 && !isSearching && (
        <Notice title={t(all.length === 0 ? 'requests.empty' : 'requests.noResults')} />
      )}
      {shown.length > 0 && <RequestTable requests={shown} />}
      {hasNextPage && sought === '' && (
        <Button mt="md" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('requests.more')}
        </Button>
      )}
    </Container>
  )
}

const isFound = (request: PropertyRequest, sought: string): boolean =>
  [request.propertyName, request.propertyId, request.landlordName, request.landlordId, request.hotelId]
    .filter(field => field !== null && field !== undefined)
    .some(field => field.toLowerCase().includes(sought))

function RequestTable({ requests }: { requests: readonly PropertyRequest[] }) {
  const { t } = useTranslation()
  const { search } = useLocation()
  return (
    <Table verticalSpacing="sm" highlightOnHover aria-label={t('requests.title')} mt="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('requests.property')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('requests.landlord')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('requests.ota')}</Table.Th>
          <Table.Th>{t('requests.status')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('requests.age')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {requests.map(({ id, propertyName, propertyId, landlordName, ota, status, createdAt, rejection }) => (
          <Table.Tr key={id}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Anchor component={Link} to={`/requests/${encodeURIComponent(id)}`} state={{ search }} fw={600}>
                {propertyName ?? propertyId}
              </Anchor>
              <Text size="xs" c="dimmed" hiddenFrom="sm">
                {[landlordName, otaLabel(ota)].filter(Boolean).join(' · ')}
                {createdAt && (
                  <>
                    {' · '}
                    <Time at={createdAt} />
                  </>
                )}
              </Text>
              {status === 'rejected' && rejection && (
                <Text size="xs" c="dimmed" lineClamp={2}>
                  {rejection.detail}
                </Text>
              )}
            </Table.Td>
            <Table.Td visibleFrom="sm">{landlordName ?? '–'}</Table.Td>
            <Table.Td visibleFrom="sm">{otaLabel(ota)}</Table.Td>
            <Table.Td>
              <StatusBadge status={status} />
            </Table.Td>
            <Table.Td visibleFrom="sm">{createdAt ? <Time at={createdAt} /> : '–'}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Rows() {
  const { t } = useTranslation()
  return (
    <Stack role="status" aria-label={t('app.loading')} mt="sm">
      {[0, 1, 2, 3].map(row => (
        <Skeleton key={row} h={36} />
      ))}
    </Stack>
  )
}
