import { DomainError } from '../../errors.ts'
import { type OtaName, otaNames, otas } from '../otas.ts'
import type { OtaByConsent, OtaById } from './ota.ts'

export const isById = (ota: OtaName): boolean => otas[ota].by === 'id'

/** The OTAs that are connected by an id, as the table has them. */
export const namesById = (): OtaName[] => otaNames.filter(isById)

/** Throws `validation-failed` for one that has no ids of properties. */
export function otaById(ota: OtaName): OtaById {
  const row = otas[ota]
  if (row.by === 'id') return row
  throw new DomainError(
    'validation-failed',
    `${row.label} is connected by its host's consent, not by an id.`,
    {
      nextAction: `Ask for the consent: connect the property to ${row.label}, and send the host the link.`,
    },
  )
}

/** Throws `validation-failed` for one that is connected by an id. */
export function otaByConsent(ota: OtaName): OtaByConsent {
  const row = otas[ota]
  if (row.by === 'consent') return row
  throw new DomainError(
    'validation-failed',
    `${row.label} is connected by an id of the property, not by consent.`,
  )
}
