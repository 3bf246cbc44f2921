import { Badge, Group, Text } from '@mantine/core'
import { t } from 'i18next'
import { chanceOf, percentOf } from './doubts.ts'
import type { RoomRow } from './draft.ts'
import type { RoomCardProps } from './room-card.tsx'

interface OpinionProps {
  row: Pick<RoomRow, 'score' | 'reasons' | 'needsReview'>
  /** Whether it is mapped to anything. */
  isMapped: boolean
  /** Whether its likelihood was measured, so that a number may be named. */
  isMeasured?: boolean
  ours: RoomCardProps['ours']
  isChanged: boolean
  /** Whether somebody has said that it is right. */
  isChecked?: boolean | undefined
  id?: string
}

/** How likely the proposal is, and what decided. */
export function Opinion(props: OpinionProps) {
  const { row, isMapped, isMeasured = false, ours, isChanged, isChecked, id } = props
  const isFinal = ours.ground.mappingStatus === 'finalized'
  const chance = chanceOf(row, { isMapped, isMeasured, isFinal })
  if (isChanged)
    return (
      <div id={id}>
        <Badge variant="dot" color="blue">
          {t('mapping.changed')}
        </Badge>
      </div>
    )
  const percent = isMeasured && isMapped ? percentOf(row, isFinal) : undefined
  return (
    <div id={id}>
      <Group gap="xs">
        {row.needsReview && (
          <Badge variant="dot" color={isChecked ? 'teal' : 'yellow'}>
            {t(isChecked ? 'mapping.checked' : 'mapping.check')}
          </Badge>
        )}
        {!(row.needsReview && isChecked) && (
          <Text size="xs" fw={600}>
            {percent === undefined
              ? (chance === 'reviewed' && ours.reviewed) || t(`mapping.chances.${chance}`)
              : t('mapping.certain', { score: percent })}
          </Text>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {row.reasons.join('; ')}
      </Text>
    </div>
  )
}
