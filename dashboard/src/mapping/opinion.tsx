import { Badge, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { RoomRow } from './draft.ts'

/** How sure the proposal is, and why. */
export function Opinion({
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
