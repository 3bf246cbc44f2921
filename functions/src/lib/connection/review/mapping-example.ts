import * as z from 'zod'
import type { Mapping, Room } from '../model.ts'
import { isChosen } from './compose-mapping.ts'

/** A reviewed mapping as names only, without saying whose. */
export const mappingExample = z.object({
  /** The names of our rooms. */
  rooms: z.array(z.string()),
  rows: z.array(
    z.object({
      title: z.string(),
      /** The proposed name; null if there was none, or a person chose in an earlier review. */
      proposed: z.string().nullable(),
      /** Whether it was proposed as needing no review. */
      isSure: z.boolean(),
      chosen: z.string().nullable(),
    }),
  ),
})
export type MappingExample = z.infer<typeof mappingExample>

/** The example from a finalised mapping and its predecessor. Pure. */
export function exampleOf(before: Mapping, after: Mapping, rooms: readonly Room[]): MappingExample {
  const names = new Map(rooms.map(({ id, name }) => [id, name]))
  const nameOf = (id: string | null | undefined) => names.get(id ?? '') ?? null
  return {
    rooms: rooms.map(({ name }) => name),
    rows: after.rooms.map(({ otaRoomId, otaRoomName, roomId }) => {
      const proposed = before.rooms.find(row => row.otaRoomId === otaRoomId && !isChosen(row))
      return {
        title: otaRoomName,
        proposed: nameOf(proposed?.roomId),
        isSure: proposed !== undefined && proposed.roomId !== null && !proposed.needsReview,
        chosen: nameOf(roomId),
      }
    }),
  }
}

/** A reviewed mapping, kept to learn from. */
export interface KeptExample extends MappingExample {
  id: string
  at: Date
}

declare module '../../commit-extras.ts' {
  interface CommitExtras {
    examples?: readonly (KeptExample | undefined)[]
  }
}
