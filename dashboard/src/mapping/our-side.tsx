import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ChannelMapping } from '../connection/api.ts'
import type { Draft } from './draft.ts'
import { planType, roomType } from './drag-types.ts'
import classes from './mapping.module.css'

interface OurSideProps {
  ground: ChannelMapping
  draft: Draft
  isReadOnly: boolean
}

/** What the property has, to drag onto the OTA's side, and what of it is not sold there yet. For wide windows. */
export function OurSide({ ground, draft, isReadOnly }: OurSideProps) {
  const { t } = useTranslation()
  const usedRooms = new Set(draft.rooms.map(({ roomId }) => roomId))
  const usedPlans = new Set(draft.ratePlans.map(({ ratePlanId }) => ratePlanId))
  return (
    <aside className={classes.ours} aria-label={t('mapping.ours')}>
      <Title order={2} size="h5">
        {t('mapping.ours')}
      </Title>
      {!isReadOnly && (
        <Text size="xs" c="dimmed" mb="xs">
          {t('mapping.dragHint')}
        </Text>
      )}
      <ul className={classes.things}>
        {ground.rooms.map(room => (
          <li key={room.id}>
            <Thing
              type={roomType}
              id={room.id}
              name={room.name}
              isUsed={usedRooms.has(room.id)}
              isReadOnly={isReadOnly}
            />
            <ul className={classes.things}>
              {ground.ratePlans
                .filter(({ roomId }) => roomId === room.id)
                .map(plan => (
                  <li key={plan.id}>
                    <Thing
                      type={planType}
                      id={plan.id}
                      name={t('mapping.planFor', { name: plan.name, count: plan.occupancy })}
                      isUsed={usedPlans.has(plan.id)}
                      isReadOnly={isReadOnly || !plan.canBeMapped}
                    />
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ul>
    </aside>
  )
}

interface ThingProps {
  type: string
  id: string
  name: string
  isUsed: boolean
  isReadOnly: boolean
}

function Thing({ type, id, name, isUsed, isReadOnly }: ThingProps) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is a shortcut for the selects beside it
    <div
      className={classes.thing}
      data-kind={type === roomType ? 'room' : 'plan'}
      data-thing={id}
      draggable={!isReadOnly}
      onDragStart={event => {
        event.dataTransfer.setData(type, id)
        event.dataTransfer.effectAllowed = 'link'
      }}
    >
      <span>{name}</span>
      {!isUsed && <span className={classes.unused}>{t('mapping.unused')}</span>}
    </div>
  )
}
