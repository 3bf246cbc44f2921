import '../../../i18n/canned.ts'
import { factNames, needsBooking } from '@functions/lib/fact-names.ts'
import { Text } from '@mantine/core'
import { t } from 'i18next'

/** Why a text is not sent yet: a place in it was left open. */
export function CannedNotes({ place }: { place: string }) {
  const fact = factNames.find(name => place === `[${name}]`)
  const key = fact === undefined ? 'open' : needsBooking(fact) ? 'openSecret' : 'openFact'
  return <Text size="sm">{t(`canned.${key}`, { place })}</Text>
}
