import { type OtaId, otaId } from '@functions/lib/connection/ota-id.ts'
import { storedChoice } from '@functions/lib/connection/stored-choice.ts'
import * as z from 'zod'
import { memoryAt } from '../connection/memory-at.ts'

const stored = storedChoice.extend({
  /** The changed mapping's version. */
  version: z.number(),
})

/** Unsaved changes of a mapping, kept on the device until they are saved or undone. */
export const workMemory = (uid: string, channelId: string) =>
  memoryAt(`mapping/${uid}/${channelId}`, stored.optional().catch(undefined))

/** The checked rooms with their choices, kept on the device: a check holds as long as these stay. */
export function checksMemory(uid: string, channelId: string) {
  const memory = memoryAt(`checks/${uid}/${channelId}`, z.array(z.tuple([otaId, z.string()])).catch([]))
  return {
    read: (): ReadonlyMap<OtaId, string> => new Map(memory.read()),
    write: (checks: ReadonlyMap<OtaId, string>): void =>
      checks.size > 0 ? memory.write([...checks]) : memory.clear(),
  }
}
