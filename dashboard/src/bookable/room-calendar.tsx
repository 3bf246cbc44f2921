import { laterDay } from '@functions/lib/days.ts'
import { ActionIcon, Card, Group, NativeSelect, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { t } from 'i18next'
import { useState } from 'react'
import { dateFormat } from '../ui/formats.ts'
import { dayOf, daysOf, readersLocale } from '../ui/time.tsx'
import { isFinding, monthOf, type NightState, type Room, statesIn, weeksOf } from './months.ts'
import classes from './room-calendar.module.css'

interface RoomCalendarProps {
  rooms: readonly Room[]
  /** Only the OTA knows what can be booked. */
  isSyncFailed: boolean
}

/** One room, a month at a time. */
export function RoomCalendar({ rooms, isSyncFailed }: RoomCalendarProps) {
  const locale = readersLocale()
  const [chosen, choose] = useState<string>()
  const [later, setLater] = useState(0)
  const room = rooms.find(({ roomId }) => roomId === chosen) ?? rooms[0]
  const [first, last] = [room?.runs[0], room?.runs.at(-1)]
  if (!room || !first || !last) return null
  const { runs, name, earliest } = room
  const month = monthOf(first.from, later)
  const weeks = weeksOf(month, runs)
  const next = isSyncFailed ? 'bookable.earliestUnsure' : 'bookable.earliest'
  return (
    <Card withBorder component="section" aria-labelledby="months">
      <Title order={3} size="h5" id="months" mb="xs">
        {t('bookable.calendar')}
      </Title>
      {rooms.length > 1 && (
        <NativeSelect
          label={t('bookable.room')}
          value={room.roomId}
          data={rooms.map(({ roomId, name: label }) => ({ value: roomId, label }))}
          onChange={event => choose(event.currentTarget.value)}
          mb="xs"
        />
      )}
      <Text size="sm">{earliest ? t(next, { days: daysOf(earliest, locale) }) : t('bookable.noStay')}</Text>
      <Group gap="xs" my="xs">
        <ActionIcon
          variant="default"
          aria-label={t('bookable.earlier')}
          disabled={later === 0}
          onClick={() => setLater(later - 1)}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <Text fw={600} role="status" className={classes.month}>
          {monthName(month, locale)}
        </Text>
        <ActionIcon
          variant="default"
          aria-label={t('bookable.later')}
          disabled={month >= monthOf(laterDay(last.to, -1))}
          onClick={() => setLater(later + 1)}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </Group>
      <table className={classes.nights}>
        <VisuallyHidden component="caption">
          {t('bookable.month', { room: name, month: monthName(month, locale) })}
        </VisuallyHidden>
        <thead>
          <tr>
            {weekdays.map(day => (
              <th key={day} scope="col">
                {dateFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(new Date(day))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(week => (
            <tr key={week[0]?.day}>
              {week.map(({ day, state }) =>
                state ? (
                  <NightCell key={day} day={day} state={state} />
                ) : (
                  <td key={day} className={classes.none}>
                    {day.startsWith(month) && Number(day.slice(8))}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className={classes.legend} aria-label={t('bookable.legend')}>
        {statesIn(weeks).map(state => (
          <li key={state}>
            <span
              aria-hidden
              className={classes.sample}
              data-state={state}
              data-finding={isFinding({ state })}
            >
              {state !== 'bookable' && t(`bookable.marks.${state}`)}
            </span>
            {t(`bookable.states.${state}`)}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** A week from Monday on. */
const weekdays = Array.from({ length: 7 }, (_, at) => laterDay('2024-01-01', at))

const monthName = (month: string, locale: string): string =>
  dateFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01`))

function NightCell({ day, state }: { day: string; state: NightState }) {
  const locale = readersLocale()
  const says = t('bookable.night', { date: dayOf(day, locale), state: t(`bookable.states.${state}`) })
  return (
    <td data-night={day} data-state={state} data-finding={isFinding({ state })} title={says}>
      <VisuallyHidden>{says}</VisuallyHidden>
      <span aria-hidden className={classes.day}>
        {Number(day.slice(8))}
      </span>
      <span aria-hidden className={classes.mark}>
        {state !== 'bookable' && t(`bookable.marks.${state}`)}
      </span>
    </td>
  )
}
