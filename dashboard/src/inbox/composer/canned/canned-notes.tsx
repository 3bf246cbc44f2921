import '../../../i18n/canned.ts'
import { factNames } from '@functions/lib/fact-names.ts'
import { Text } from '@mantine/core'
import { t } from 'i18next'

/** Why a text is not sent yet: a place in it was left open. */
export function CannedNotes({ place }: { place: string }) {
  const isFact = factNames.some(name => place === `[${name}]`)
  return <Text size="sm">{t(isFact ? 'canned.openFact' : 'canned.open', { place })}</Text>
}
