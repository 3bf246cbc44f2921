import { Badge, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { chanceOf, percentOf } from './doubts.ts'
import type { RoomRow } from './draft.ts'

interface OpinionProps {
  row: Pick<RoomRow, 'score' | 'reasons' | 'needsReview'>
  /** Whether it is mapped to anything. */
  isMapped: boolean
  /** Whether its likelihood was measured, so that a number may be named. */
  isMeasured?: boolean
  isChanged: boolean
  /** Whether somebody has said that it is right. */
  isChecked?: boolean | undefined
  id?: string
}

/** How likely the proposal is, and what decided. */
export function Opinion({ row, isMapped, isMeasured = false, isChanged, isChecked, id }: OpinionProps) {
  const { t } = useTranslation()
  if (isChanged)
    return (
      <div id={id}>
        <Badge variant="dot" color="blue">
          {t('mapping.changed')}
        </Badge>
      </div>
    )
  const percent = isMeasured && isMapped ? percentOf(row) : undefined
  return (
    <div id={id}>
      <Group gap={6}>
        {row.needsReview && (
          <Badge variant="dot" color={isChecked ? 'teal' : 'yellow'}>
            {t(isChecked ? 'mapping.checked' : 'mapping.check')}
          </Badge>
        )}
        <Text size="xs" fw={600}>
          {percent === undefined
            ? t(`mapping.chances.${chanceOf(row, isMapped, isMeasured)}`)
            : t('mapping.certain', { score: percent })}
        </Text>
      </Group>
      <Text size="xs" c="dimmed">
        {row.reasons.join('; ')}
      </Text>
    </div>
  )
}
