import '../i18n/new-property.ts'
import '../i18n/connecting.ts'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { t } from 'i18next'
import { Link } from 'react-router'
import { usePages, useRows } from '../api/pages.ts'
import type { RequestPage } from '../connection/api.ts'
import { otaOptions } from '../connection/ota.ts'
import { manyPath, newPropertyPath } from '../paths.ts'
import { AddressSearch, AddressSelect } from '../ui/address-filters.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAddress } from '../ui/use-address.ts'
import { RequestTable } from './request-table.tsx'

const statuses = ['pending', 'rejected', 'completed'] as const

/** Filters and search are in the address. */
export function RequestsPage() {
  const { params, set } = useAddress()
  const sought = params.get('q')?.trim() || undefined
  const list = usePages<RequestPage>(
    'requests',
    '/api/property-requests',
    { q: sought, status: params.get('status') ?? undefined, ota: params.get('ota') ?? undefined },
    { placeholderData: keepPreviousData },
  )
  const requests = useRows(list.data, 'requests')
  const isEmpty = requests.length === 0 && !list.hasNextPage
  return (
    <ListPage
      title={t('requests.title')}
      what={t('requests.what')}
      failed={t('requests.failed')}
      list={list}
      loading={<Rows />}
      filters={
        <Group align="end" mb="sm" gap="sm">
          <AddressSearch label={t('requests.search')} placeholder={t('requests.searchHint')} />
          <AddressSelect
            name="status"
            label={t('requests.status')}
            options={statuses.map(value => ({ value, label: t(`status.${value}`) }))}
          />
          <AddressSelect name="ota" label={t('requests.ota')} options={otaOptions} />
          <Button component={Link} to={newPropertyPath} variant="default">
            {t('newProperty.link')}
          </Button>
          <Button component={Link} to={manyPath} variant="default">
            {t('requests.many')}
          </Button>
        </Group>
      }
    >
      <Text c="dimmed" size="sm" role="status">
        {t(list.hasNextPage ? 'requests.countMore' : 'requests.count', { count: requests.length })}
      </Text>
      {isEmpty && (
        <Notice
          title={t(sought ? 'requests.noResults' : 'requests.empty')}
          action={
            sought && (
              <Button variant="default" onClick={() => set('q', '')}>
                {t('requests.clearSearch')}
              </Button>
            )
          }
        />
      )}
      {requests.length > 0 && <RequestTable requests={requests} />}
    </ListPage>
  )
}

function Rows() {
  return (
    <Stack role="status" aria-label={t('app.loading')} mt="sm">
      {[0, 1, 2, 3].map(row => (
        <Skeleton key={row} h={36} />
      ))}
    </Stack>
  )
}
