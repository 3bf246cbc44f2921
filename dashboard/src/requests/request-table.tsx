import { Anchor, Group, Table, Text } from '@mantine/core'
import { t } from 'i18next'
import { Link, useLocation } from 'react-router'
import type { PropertyRequest } from '../connection/api.ts'
import { otaLabel } from '../connection/ota.ts'
import { StatusBadge } from '../connection/status-badge.tsx'
import { requestPath } from '../paths.ts'
import { Heads, wide } from '../ui/heads.tsx'
import { Age } from '../ui/time.tsx'

/** The requests, on a narrow window with everything under the property's name. */
export function RequestTable({ requests }: { requests: readonly PropertyRequest[] }) {
  return (
    <Table verticalSpacing="sm" highlightOnHover aria-label={t('requests.title')} mt="xs">
      <Heads
        of={[
          t('requests.property'),
          wide(t('requests.landlord')),
          wide(t('requests.ota')),
          t('requests.status'),
          wide(t('requests.age')),
        ]}
      />
      <Table.Tbody>
        {requests.map(request => (
          <Row key={request.id} request={request} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Row({ request }: { request: PropertyRequest }) {
  const { search } = useLocation()
  const { id, propertyName, propertyId, landlordName, ota, status, createdAt, rejection, disconnected } =
    request
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Anchor component={Link} to={requestPath(id)} state={{ search }} fw={600}>
          {propertyName ?? propertyId}
        </Anchor>
        <Group fz="xs" c="dimmed" gap="0 var(--mantine-spacing-sm)" hiddenFrom="sm">
          <span>{landlordName}</span>
          <span>{otaLabel(ota)}</span>
          {createdAt && <Age at={createdAt} />}
        </Group>
        {status === 'rejected' && rejection && (
          // As wide as the column is without it.
          <Text size="xs" c="dimmed" lineClamp={2} w={0} miw="100%">
            {rejection.detail}
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm">{landlordName ?? '–'}</Table.Td>
      <Table.Td visibleFrom="sm">{otaLabel(ota)}</Table.Td>
      <Table.Td>
        <Group gap="xs">
          <StatusBadge status={status} />
          {disconnected && <StatusBadge status="disconnected" />}
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="sm">{createdAt ? <Age at={createdAt} /> : '–'}</Table.Td>
    </Table.Tr>
  )
}
