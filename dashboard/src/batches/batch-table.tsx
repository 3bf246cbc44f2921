import { isChoosable } from '@functions/lib/connection/batches/row-states.ts'
import { Anchor, Badge, Table, Text } from '@mantine/core'
import { t } from 'i18next'
import { memo } from 'react'
import { Link } from 'react-router'
import { channelsPath, mappingPath } from '../paths.ts'
import { Heads, wide } from '../ui/heads.tsx'
import type { BatchDetails, BatchRow, RowStatus } from './api.ts'
import { inMoney } from './money.ts'

interface ShownRow {
  row: BatchRow
  at: number
  status: RowStatus
}

interface BatchTableProps {
  batch: BatchDetails
  rows: readonly ShownRow[]
  picked: ReadonlySet<number>
  onToggle: (at: number) => void
}

export function BatchTable({ batch: { ota }, rows, picked, onToggle }: BatchTableProps) {
  return (
    <Table verticalSpacing="xs" aria-label={t('batches.pairs')}>
      <Heads
        of={[
          { miw: '8rem', children: t('batches.property') },
          wide(t('batches.hotelId')),
          t('batches.happens'),
          { ...wide(t('batches.charge')), ta: 'end' },
        ]}
      />
      <Table.Tbody>
        {rows.map(({ row, at, status }) => (
          <Row
            key={at}
            ota={ota}
            row={row}
            at={at}
            status={status}
            isPicked={picked.has(at)}
            onToggle={onToggle}
          />
        ))}
      </Table.Tbody>
    </Table>
  )
}

const colours: Readonly<Record<RowStatus, string>> = {
  wrong: 'red',
  obstacle: 'red',
  refused: 'red',
  stopped: 'gray',
  testing: 'gray',
  already: 'gray',
  connects: 'green',
  connected: 'green',
  acceptance: 'yellow',
  waits: 'yellow',
  chosen: 'blue',
  connecting: 'blue',
}

/** Rows whose next step is at the property. */
const toProperty: ReadonlySet<RowStatus> = new Set(['already', 'waits', 'refused'])

/** Rows whose reason says why nothing has come of them yet. */
const isTriedAgain: ReadonlySet<RowStatus> = new Set(['testing', 'chosen', 'connecting'])

interface RowProps extends ShownRow {
  ota: string
  isPicked: boolean
  onToggle: (at: number) => void
}

const Row = memo(OneRow, (one, other) => one.row === other.row && one.isPicked === other.isPicked)

function OneRow({ ota, row, at, status, isPicked, onToggle }: RowProps) {
  const { propertyId, hotelId, propertyName, mapping, reason, charge, state } = row
  const name = propertyName ?? propertyId
  const price = charge && charge.amount > 0 ? inMoney(charge) : ''
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>
        {isChoosable(row) ? (
          <label style={{ display: 'flex', gap: '0.5rem', alignItems: 'baseline', cursor: 'pointer' }}>
            <input
              type="checkbox"
              checked={isPicked}
              aria-label={t('batches.choose', { name })}
              onChange={() => onToggle(at)}
            />
            <span>{name}</span>
          </label>
        ) : (
          name
        )}
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {hotelId} {price}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm" style={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>
        {hotelId}
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>
        <Badge color={colours[status]} variant="dot" miw="max-content">
          {t(`batches.status.${status}`)}
        </Badge>
        {reason && (
          <Text size="xs">
            {reason.detail} {reason.nextAction && t('batches.next', { what: reason.nextAction })}
            {isTriedAgain.has(status) && t('batches.again')}
          </Text>
        )}
        {mapping && (
          <Text size="xs" c="dimmed">
            {t('batches.mapped', { mapped: mapping.mapped, total: mapping.total })}
            {mapping.needsReview > 0 && `, ${t('batches.toMap', { count: mapping.needsReview })}`}
          </Text>
        )}
        {state === 'connected' && (
          <Anchor component={Link} size="xs" to={mappingPath(propertyId, `${propertyId}_${ota}`)}>
            {t('batches.mapping')}
          </Anchor>
        )}
        {toProperty.has(status) && (
          <Anchor component={Link} size="xs" to={channelsPath(propertyId)}>
            {t('requests.toChannels')}
          </Anchor>
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="end" style={{ verticalAlign: 'top' }}>
        {price}
      </Table.Td>
    </Table.Tr>
  )
}
