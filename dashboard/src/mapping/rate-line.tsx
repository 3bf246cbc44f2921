import '@mantine/core/styles/Radio.css'
import { opinionUnder } from '@functions/lib/connection/choosing/compose-mapping.ts'
import { Radio, Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { t } from 'i18next'
import type { ChannelMapping } from '../connection/api.ts'
import { Choice } from './choice.tsx'
import { choosePlan, choosePrimary, type RateRow, type RoomRow } from './draft.ts'
import classes from './mapping.module.css'
import { guestsText } from './names.ts'
import { Opinion } from './opinion.tsx'
import type { RoomCardProps } from './room-card.tsx'

interface RateLineProps extends Pick<RoomCardProps, 'plans' | 'isReadOnly' | 'onChange'> {
  row: RateRow
  siblings: readonly RateRow[]
  room: RoomRow
  ground: ChannelMapping
  reviewed: string | undefined
  isChanged: boolean
  /** Whether its room is mapped otherwise than before. */
  isOfNewRoom: boolean
  isChecked: boolean | undefined
  opinionId: string
  nameId: string
  error: string | undefined
}

/** A rate of the OTA for a number of guests, and the plan of ours that it is sold from. */
export function RateLine(props: RateLineProps) {
  const { row, siblings, room, plans, ground, isChanged, error, isReadOnly, onChange } = props
  const { isChecked, opinionId, nameId } = props
  const { key, otaRateId, otaRateName, ratePlanId, occupancy, primary } = row
  const guests = guestsText(occupancy)
  const names = { rate: otaRateName, room: room.otaRoomName, guests }
  const mapped = siblings.filter(one => one.otaRateId === otaRateId && one.ratePlanId !== null)
  return (
    <div className={classes.line} data-rate={key}>
      <div>
        <Text size="sm" id={nameId}>
          {otaRateName}
        </Text>
        <Text size="xs" c="dimmed">
          {guests}
        </Text>
      </div>
      <IconArrowRight size={18} aria-hidden className={classes.arrow} />
      <div>
        <Choice
          aria-label={t('mapping.ourPlanFor', names)}
          value={ratePlanId}
          disabled={isReadOnly || room.roomId === null}
          onChoose={id => onChange(draft => choosePlan(draft, key, id, ground))}
          error={error}
          {...(room.roomId === null && { none: t('mapping.roomFirst') })}
          options={plans.map(plan => ({
            value: plan.id,
            disabled: !plan.canBeMapped,
            label: t(plan.canBeMapped ? 'mapping.planFor' : 'mapping.planUnknown', {
              name: plan.name,
              count: plan.occupancy,
            }),
          }))}
        />
        {ratePlanId !== null && mapped.length > 1 && (
          <Radio
            mt="xs"
            size="xs"
            name={`primary-${row.otaRoomId}-${otaRateId}`}
            checked={primary}
            disabled={isReadOnly}
            onChange={() => onChange(draft => choosePrimary(draft, key))}
            label={t('mapping.primary')}
            aria-label={t('mapping.primaryOf', names)}
          />
        )}
      </div>
      <Opinion
        id={opinionId}
        row={opinionUnder(row, { roomId: room.roomId, isNew: props.isOfNewRoom })}
        isMapped={ratePlanId !== null}
        isFinal={ground.mappingStatus === 'finalized'}
        reviewed={props.reviewed}
        isChanged={isChanged}
        isChecked={isChecked}
      />
    </div>
  )
}
