import '@mantine/core/styles/Radio.css'
import { opinionUnder } from '@functions/lib/connection/choosing/compose-mapping.ts'
import { Radio, Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { t } from 'i18next'
import { Choice } from './choice.tsx'
import { choosePlan, choosePrimary, type RateRow } from './draft.ts'
import classes from './mapping.module.css'
import { guestsText, planOption } from './names.ts'
import { Opinion } from './opinion.tsx'
import type { RoomCardProps } from './room-card.tsx'

interface RateLineProps extends RoomCardProps {
  row: RateRow
  opinionId: string
  nameId: string
}

/** A rate of the OTA for a number of guests, and the plan of ours that it is sold from. */
export function RateLine(props: RateLineProps) {
  const { row, rows, room, plans, ours, changes, errors, isReadOnly, onChange } = props
  const { key, otaRateId, otaRateName, ratePlanId, occupancy, primary } = row
  const guests = guestsText(occupancy)
  const names = { rate: otaRateName, room: room.otaRoomName, guests }
  const mapped = rows.filter(one => one.otaRateId === otaRateId && one.ratePlanId !== null)
  return (
    <div className={classes.line} data-rate={key}>
      <div>
        <Text size="sm" id={props.nameId}>
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
          onChoose={id => onChange(draft => choosePlan(draft, key, id, ours.ground))}
          error={errors.get(key)}
          {...(room.roomId === null && { none: t('mapping.roomFirst') })}
          options={plans.map(planOption)}
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
        id={props.opinionId}
        row={opinionUnder(row, { roomId: room.roomId, isNew: changes.rooms.has(room.otaRoomId) })}
        isMapped={ratePlanId !== null}
        ours={ours}
        isChanged={changes.ratePlans.has(key)}
        isChecked={props.isChecked}
      />
    </div>
  )
}
