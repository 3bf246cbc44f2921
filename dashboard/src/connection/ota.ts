import { otas } from '@functions/lib/connection/otas.ts'

const labels = new Map<string, string>(Object.entries(otas).map(([name, { label }]) => [name, label]))

/** What people call an OTA; one that is not known yet goes by its code. */
export const otaLabel = (ota: string): string => labels.get(ota) ?? ota

const extranets = new Map<string, string>(
  Object.entries(otas).map(([name, { extranet }]) => [name, extranet]),
)

/** The address where landlords manage their property at an OTA; undefined where it is not known. */
export const extranetOf = (ota: string): string | undefined => extranets.get(ota)

export { otas }

/** The channel manager's full name, as the OTA's extranet lists it. */
export const channelManagerName = 'Channex'
