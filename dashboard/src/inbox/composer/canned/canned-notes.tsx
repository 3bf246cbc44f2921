import '../../../i18n/canned.ts'
import { Text } from '@mantine/core'
import { t } from 'i18next'

/** Why a text is not sent yet: a place in it was left open. */
export function CannedNotes({ place }: { place: string }) {
  return <Text size="sm">{t('canned.open', { place })}</Text>
}
