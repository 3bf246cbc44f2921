import '../i18n/mapping.ts'
import { Card, Stack, Text, Title } from '@mantine/core'
import { t } from 'i18next'
import { type KeyboardEvent, useId, useMemo } from 'react'
import { otaLabel } from '../connection/ota.ts'
import { Choice } from '../mapping/choice.tsx'
import { choosePlan, chooseRoom, type Draft, type RoomRow } from '../mapping/draft.ts'
import { guestsText, planOption, roomOption } from '../mapping/names.ts'
import { ratesToChoose } from './choice-of-rooms.ts'
import type { TestResult } from './use-connect.ts'

export type ToChoose = NonNullable<TestResult['toChoose']>

interface ChooseRoomsProps {
  ota: string
  toChoose: ToChoose
  draft: Draft
  /** Rooms left open are for the review. */
  isOptional: boolean
  onDraft: (next: Draft) => void
}

/** The choice of our room for each room of the OTA, and of a plan for each rate, where names decide nothing. */
export function ChooseRooms({ ota, toChoose, draft, isOptional, onDraft }: ChooseRoomsProps) {
  const [title, what] = [useId(), useId()]
  const optionsFor = useRoomOptions(toChoose, draft)
  const rates = ratesToChoose(draft, toChoose)
  return (
    <Card withBorder role="group" aria-labelledby={title} aria-describedby={what} onKeyDown={staysHere}>
      <Stack gap="sm">
        <Title order={4} size="h6" id={title}>
          {t('connect.whichIsWhich')}
        </Title>
        <Text size="sm" id={what}>
          {t(isOptional ? 'connect.whichIsWhichToo' : 'connect.whichIsWhichWhat', { ota: otaLabel(ota) })}
        </Text>
        {draft.rooms.map(room => (
          <Stack key={room.otaRoomId} gap="xs">
            <Choice
              label={t('connect.whichRoom', {
                name: room.otaRoomName,
                ota: otaLabel(ota),
                id: String(room.otaRoomId),
              })}
              value={room.roomId}
              options={optionsFor(room)}
              onChoose={id => onDraft(chooseRoom(draft, room.otaRoomId, id, toChoose))}
            />
            {rates
              .filter(({ otaRoomId }) => otaRoomId === room.otaRoomId)
              .map(({ key, otaRateName, occupancy, ratePlanId }) => (
                <Choice
                  key={key}
                  ms="md"
                  label={t('connect.whichPlan', {
                    rate: otaRateName,
                    guests: guestsText(occupancy),
                  })}
                  value={ratePlanId}
                  options={toChoose.ratePlans.filter(({ roomId }) => roomId === room.roomId).map(planOption)}
                  onChoose={id => onDraft(choosePlan(draft, key, id, toChoose))}
                />
              ))}
          </Stack>
        ))}
      </Stack>
    </Card>
  )
}

/** Enter chooses; it neither tests nor connects an incomplete choice. */
const staysHere = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault()
}

/** Our rooms, the likeliest first, without those that another room is already; of one name they say their ids. */
function useRoomOptions({ rooms, likely }: ToChoose, draft: Draft) {
  const options = useMemo(() => {
    const labelled = rooms.map(roomOption)
    const times = Map.groupBy(labelled, ({ label }) => label)
    return labelled.map(({ value, label }) => {
      const isAlone = times.get(label)?.length === 1
      return { value, label: isAlone ? label : t('connect.roomById', { name: label, id: value }) }
    })
  }, [rooms])
  const ranks = useMemo(() => new Map(likely.map(row => [row.otaRoomId, row.roomIds])), [likely])
  return ({ otaRoomId, roomId }: RoomRow) => {
    const first = ranks.get(otaRoomId) ?? []
    const rankOf = ({ value }: { value: string }) =>
      first.includes(value) ? first.indexOf(value) : first.length
    const occupiedIds = new Set(draft.rooms.map(row => row.roomId))
    return options
      .filter(({ value }) => value === roomId || !occupiedIds.has(value))
      .toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}
