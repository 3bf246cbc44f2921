import { type OtaId, otaId } from '@functions/lib/connection/ota-id.ts'
import { storedChoice } from '@functions/lib/connection/stored-choice.ts'
import * as z from 'zod'
import { valueAt } from '../connection/value-at.ts'
import { forget, keep } from '../storage.ts'
import type { Changed } from './draft.ts'

const stored = storedChoice.extend({
  /** The changed mapping's version. */
  version: z.number(),
})
export type MappingWork = z.infer<typeof stored> & Changed

/** Unsaved changes of a mapping, kept on the device until they are saved or undone. */
export function workMemory(uid: string, channelId: string) {
  const key = `mapping/${uid}/${channelId}`
  return {
    read: (): MappingWork | undefined => valueAt(key, stored),
    write: (work: MappingWork): void => keep(key, work),
    clear: (): void => forget(key),
  }
}

const storedChecks = z.array(z.tuple([otaId, z.string()]))

/** The checked rooms with their choices, kept on the device: a check holds as long as these stay. */
export function checksMemory(uid: string, channelId: string) {
  const key = `checks/${uid}/${channelId}`
  return {
    read: (): ReadonlyMap<OtaId, string> => new Map(valueAt(key, storedChecks)),
    write: (checks: ReadonlyMap<OtaId, string>): void =>
      checks.size > 0 ? keep(key, [...checks]) : forget(key),
  }
}
