import type { OtaId } from '@functions/lib/connection/ota-id.ts'
import { Button, Card, Text, Title } from '@mantine/core'
import { IconArrowRight, IconCheck } from '@tabler/icons-react'
import { t } from 'i18next'
import { memo, useId } from 'react'
import type { ChannelMapping } from '../connection/api.ts'
import { otaLabel } from '../connection/ota.ts'
import { onePress } from '../ui/one-press.ts'
import { Choice } from './choice.tsx'
import {
  type changesOf,
  chooseRoom,
  countUnmapped,
  type Draft,
  type Offer,
  type RateRow,
  type RoomRow,
} from './draft.ts'
import classes from './mapping.module.css'
import { Opinion } from './opinion.tsx'
import { RateLine } from './rate-line.tsx'

export interface RoomCardProps {
  room: RoomRow
  rows: readonly RateRow[]
  /** The OTA's current offer of it. */
  offered: Offer['rooms'][number] | undefined
  /** Our plans of the mapped room. */
  plans: ChannelMapping['ratePlans']
  ota: string
  ours: {
    ground: ChannelMapping
    roomOptions: { value: string; label: string }[]
    plansOf: ReadonlyMap<string, ChannelMapping['ratePlans']>
    /** Name and time of finalising, in words. */
    reviewed: string | undefined
  }
  changes: ReturnType<typeof changesOf>
  errors: ReadonlyMap<string, string>
  isReadOnly: boolean
  /** Whether somebody has to look at it, and has said that it is right; undefined where nobody has to. */
  isChecked: boolean | undefined
  onCheck: (otaRoomId: OtaId) => void
  onChange: (make: (draft: Draft) => Draft) => void
}

/** A room of the OTA and its rates, each beside its mapping. */
export const RoomCard = memo(function RoomCard(props: RoomCardProps) {
  const { room, rows, offered, ota, ours, changes, errors, isReadOnly, onChange } = props
  const { isChecked, onCheck } = props
  const { otaRoomId, otaRoomName, roomId } = room
  const id = useId()
  const opinionOf = (row: RoomRow | RateRow) => `${id}${'key' in row ? row.key : ''}`
  const nameOf = (row: RateRow) => `${opinionOf(row)}/name`
  const skipped =
    offered?.rates.filter(({ readonly, derived }) => readonly || derived).map(({ title }) => title) ?? []
  return (
    <Card
      withBorder
      component="section"
      aria-label={t('mapping.roomOf', { ota: otaLabel(ota), name: otaRoomName })}
      data-room={otaRoomId}
    >
      <div className={classes.line}>
        <div>
          <Text size="xs" c="dimmed">
            {t('mapping.roomNumber', { ota: otaLabel(ota), id: String(otaRoomId) })}
          </Text>
          <Title order={2} size="h5">
            {otaRoomName}
          </Title>
        </div>
        <IconArrowRight size={18} aria-hidden className={classes.arrow} />
        <Choice
          aria-label={t('mapping.ourRoomFor', { name: otaRoomName })}
          value={roomId}
          disabled={isReadOnly}
          onChoose={id => onChange(draft => chooseRoom(draft, otaRoomId, id, ours.ground))}
          error={errors.get(String(otaRoomId))}
          options={ours.roomOptions}
        />
        <div>
          <Opinion
            id={opinionOf(room)}
            row={room}
            isMapped={roomId !== null}
            isMeasured
            ours={ours}
            isChanged={changes.rooms.has(otaRoomId)}
            isChecked={isChecked}
          />
          {isChecked !== undefined && !isReadOnly && (
            <Check
              room={room}
              rows={rows}
              ours={ours.ground.rooms.find(one => one.id === roomId)?.name}
              describedBy={[
                ...(room.needsReview ? [opinionOf(room)] : []),
                ...rows.filter(row => row.needsReview).flatMap(row => [nameOf(row), opinionOf(row)]),
              ]}
              isChecked={isChecked}
              onCheck={() => onCheck(otaRoomId)}
            />
          )}
        </div>
      </div>
      {rows.map(row => (
        <RateLine key={row.key} {...props} row={row} opinionId={opinionOf(row)} nameId={nameOf(row)} />
      ))}
      {skipped.length > 0 && (
        <Text size="xs" c="dimmed" mt="xs">
          {t('mapping.skipped', { names: [...new Set(skipped)].join(', ') })}
        </Text>
      )}
    </Card>
  )
}, isSame)

interface CheckProps extends Pick<RoomCardProps, 'room' | 'rows'> {
  /** The name of our room. */
  ours: string | undefined
  /** The elements that explain the doubt. */
  describedBy: string[]
  isChecked: boolean
  onCheck: () => void
}

/** Says that a room and its rates were looked at, and are right as they stand there. */
function Check({ room, rows, ours, describedBy, isChecked, onCheck }: CheckProps) {
  const unmapped = countUnmapped(rows)
  const label = ours === undefined ? t('mapping.confirmNone') : t('mapping.confirm', { count: unmapped })
  const pair = { label, theirs: room.otaRoomName, ours: ours ?? '' }
  return (
    <Button
      data-check
      size="xs"
      mt="xs"
      variant={isChecked ? 'default' : 'filled'}
      aria-pressed={isChecked}
      aria-label={t(ours === undefined ? 'mapping.confirmNoneOf' : 'mapping.confirmOf', pair)}
      aria-describedby={describedBy.join(' ')}
      {...(isChecked && { leftSection: <IconCheck size={14} aria-hidden /> })}
      {...onePress}
      onClick={onCheck}
    >
      {label}
    </Button>
  )
}

/** A change elsewhere does not concern it. */
function isSame(before: RoomCardProps, now: RoomCardProps): boolean {
  return (
    before.room === now.room &&
    before.ours === now.ours &&
    before.isReadOnly === now.isReadOnly &&
    before.isChecked === now.isChecked &&
    before.rows.length === now.rows.length &&
    before.rows.every((row, at) => row === now.rows[at]) &&
    renderKey(before) === renderKey(now)
  )
}

const renderKey = ({ room, rows, changes, errors }: RoomCardProps): string =>
  JSON.stringify([
    changes.rooms.has(room.otaRoomId),
    errors.get(String(room.otaRoomId)),
    rows.map(({ key }) => [changes.ratePlans.has(key), errors.get(key)]),
  ])
