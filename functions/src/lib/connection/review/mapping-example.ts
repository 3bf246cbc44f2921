import * as z from 'zod'
import type { Mapping, Room } from '../model.ts'
import { isChosen } from './compose-mapping.ts'

/** What a person made of a mapping, by names alone: whose they are is not said. */
export const mappingExample = z.object({
  /** The names of our rooms. */
  rooms: z.array(z.string()),
  rows: z.array(
    z.object({
      title: z.string(),
      /** The name that was proposed; null when none was, or when a person has chosen already in an earlier review. */
      proposed: z.string().nullable(),
      /** It was proposed without review. */
      isSure: z.boolean(),
      chosen: z.string().nullable(),
    }),
  ),
})
export type MappingExample = z.infer<typeof mappingExample>

/** The example that a finalised mapping gives, beside what stood there before. Pure. */
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
