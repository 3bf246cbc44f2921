import { Badge, Card, Group, NativeSelect, Radio, Text, Title } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelMapping } from '../connection/api.ts'
import { otaLabel } from '../connection/ota.ts'
import { useToast } from '../ui/toasts.tsx'
import {
  type changesOf,
  choosePlan,
  choosePrimary,
  chooseRoom,
  type Draft,
  type RateRow,
  type RoomRow,
} from './draft.ts'
import { planType, roomType } from './drag-types.ts'
import classes from './mapping.module.css'

interface RoomCardProps {
  room: RoomRow
  draft: Draft
  ground: ChannelMapping
  changes: ReturnType<typeof changesOf>
  errors: ReadonlyMap<string, string>
  isReadOnly: boolean
  onChange: (draft: Draft) => void
}

/** A room of the OTA and its rates, each beside what it is mapped to. */
export function RoomCard(props: RoomCardProps) {
  const { t } = useTranslation()
  const { room, draft, ground, changes, errors, isReadOnly, onChange } = props
  const { otaRoomId, otaRoomName, roomId } = room
  const choose = (id: string) => onChange(chooseRoom(draft, otaRoomId, id || null, ground))
  const drop = useDrop(roomType, isReadOnly, choose)
  const rows = draft.ratePlans.filter(row => row.otaRoomId === otaRoomId)
  const skipped =
    ground.offer?.rooms
      .find(({ id }) => id === otaRoomId)
      ?.rates.filter(({ readonly, derived }) => readonly || derived)
      .map(({ title }) => title) ?? []
  return (
    <Card
      withBorder
      component="section"
      aria-label={t('mapping.roomOf', { ota: otaLabel(ground.ota), name: otaRoomName })}
      className={classes.card}
      data-room={otaRoomId}
    >
      <div className={classes.line} data-over={drop.isOver} {...drop.handlers}>
        <div>
          <Text size="xs" c="dimmed">
            {otaLabel(ground.ota)} · {otaRoomId}
          </Text>
          <Title order={2} size="h5">
            {otaRoomName}
          </Title>
        </div>
        <IconArrowRight size={18} aria-hidden className={classes.arrow} />
        <NativeSelect
          aria-label={t('mapping.ourRoomFor', { name: otaRoomName })}
          value={roomId ?? ''}
          disabled={isReadOnly}
          onChange={event => choose(event.currentTarget.value)}
          error={errors.get(String(otaRoomId))}
          data={[
            { value: '', label: t('mapping.notMapped') },
            ...ground.rooms.map(({ id, name, capacity }) => ({
              value: id,
              label: capacity === null ? name : t('mapping.roomFor', { name, count: capacity }),
            })),
          ]}
        />
        <Opinion row={room} isChanged={changes.rooms.has(otaRoomId)} />
      </div>
      {rows.map(row => (
        <RateLine key={row.key} row={row} siblings={rows} {...props} />
      ))}
      {skipped.length > 0 && (
        <Text size="xs" c="dimmed" mt="xs">
          {t('mapping.skipped', { names: [...new Set(skipped)].join(', ') })}
        </Text>
      )}
    </Card>
  )
}

interface RateLineProps extends RoomCardProps {
  row: RateRow
  siblings: readonly RateRow[]
}

function RateLine({
  row,
  siblings,
  room,
  draft,
  ground,
  changes,
  errors,
  isReadOnly,
  onChange,
}: RateLineProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const { key, otaRateId, otaRateName, ratePlanId, occupancy, primary } = row
  const plans = ground.ratePlans.filter(plan => plan.roomId === room.roomId)
  const choose = (id: string) => {
    if (id !== '' && !plans.some(plan => plan.id === id && plan.canBeMapped)) {
      toast(t('mapping.otherRoom', { name: room.otaRoomName }), 'failure')
      return
    }
    onChange(choosePlan(draft, key, id || null, ground))
  }
  const drop = useDrop(planType, isReadOnly, choose)
  const guests = occupancy === null ? t('mapping.anyGuests') : t('mapping.guests', { count: occupancy })
  const mapped = siblings.filter(one => one.otaRateId === otaRateId && one.ratePlanId !== null)
  return (
    <div className={classes.line} data-rate={key} data-over={drop.isOver} {...drop.handlers}>
      <div>
        <Text size="sm">{otaRateName}</Text>
        <Text size="xs" c="dimmed">
          {guests}
        </Text>
      </div>
      <IconArrowRight size={18} aria-hidden className={classes.arrow} />
      <div>
        <NativeSelect
          size="sm"
          aria-label={t('mapping.ourPlanFor', { rate: otaRateName, room: room.otaRoomName, guests })}
          value={ratePlanId ?? ''}
          disabled={isReadOnly || room.roomId === null}
          onChange={event => choose(event.currentTarget.value)}
          error={errors.get(key)}
          data={[
            { value: '', label: t(room.roomId === null ? 'mapping.roomFirst' : 'mapping.notMapped') },
            ...plans.map(plan => ({
              value: plan.id,
              disabled: !plan.canBeMapped,
              label: t(plan.canBeMapped ? 'mapping.planFor' : 'mapping.planUnknown', {
                name: plan.name,
                count: plan.occupancy,
              }),
            })),
          ]}
        />
        {ratePlanId !== null && mapped.length > 1 && (
          <Radio
            mt={6}
            size="xs"
            name={`primary-${row.otaRoomId}-${otaRateId}`}
            checked={primary}
            disabled={isReadOnly}
            onChange={() => onChange(choosePrimary(draft, key))}
            label={t('mapping.primary')}
            aria-label={t('mapping.primaryOf', { rate: otaRateName, room: room.otaRoomName, guests })}
          />
        )}
      </div>
      <Opinion row={row} isChanged={changes.ratePlans.has(key)} />
    </div>
  )
}

/** How sure the proposal is, and why. */
function Opinion({
  row,
  isChanged,
}: {
  row: Pick<RoomRow, 'score' | 'reasons' | 'needsReview'>
  isChanged: boolean
}) {
  const { t } = useTranslation()
  if (isChanged)
    return (
      <div>
        <Badge variant="dot" color="blue">
          {t('mapping.changed')}
        </Badge>
      </div>
    )
  return (
    <div>
      <Group gap={6}>
        {row.needsReview && (
          <Badge variant="dot" color="yellow">
            {t('mapping.check')}
          </Badge>
        )}
        <Text size="xs" fw={600}>
          {t('mapping.score', { score: row.score })}
        </Text>
      </Group>
      <Text size="xs" c="dimmed">
        {row.reasons.join('; ')}
      </Text>
    </div>
  )
}

/** A place where a thing of ours may be dropped; whatever it does, the select beside it does as well. */
function useDrop(type: string, isReadOnly: boolean, onDrop: (id: string) => void) {
  const [isOver, setOver] = useState(false)
  const takes = (event: DragEvent) => !isReadOnly && event.dataTransfer.types.includes(type)
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!takes(event)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false)
        if (!takes(event)) return
        event.preventDefault()
        onDrop(event.dataTransfer.getData(type))
      },
    },
  }
}
