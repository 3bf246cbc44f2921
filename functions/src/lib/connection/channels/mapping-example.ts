import * as z from 'zod'
import { collection, expiring, set, type Write } from '../../store.ts'
import { isChosen } from '../choosing/compose-mapping.ts'
import type { Mapping, Room } from '../model.ts'

/** Names only, anonymous. */
export const mappingExample = z.object({
  rooms: z.array(z.string()),
  rows: z.array(
    z.object({
      title: z.string(),
      /** Null: no proposal, or an earlier choice by a person. */
      proposed: z.string().nullable(),
      /** The proposal needed no review. */
      isSure: z.boolean(),
      chosen: z.string().nullable(),
    }),
  ),
})
export type MappingExample = z.infer<typeof mappingExample>

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

export interface ExampleRecord extends MappingExample {
  id: string
  at: Date
}

const mappingExamples = collection('mappingExamples/{id}', mappingExample)

export const exampleWrites = (example: ExampleRecord | undefined): Write[] => {
  if (!example) return []
  const { id, ...fields } = example
  return [set(mappingExamples.at(id), { ...fields, ...expiring('mappingExamples', fields.at) })]
}
