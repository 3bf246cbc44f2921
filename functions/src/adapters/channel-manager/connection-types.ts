import * as z from 'zod'
import type { ConnectionType } from '../../lib/connection/channel-manager.ts'
import { fieldAt } from '../../lib/documents.ts'
import { dataOf } from './client.ts'

const attributed = z.object({ attributes: z.looseObject({}) })

const textAt = (value: unknown, names: readonly string[]): string | undefined =>
  names.map(name => fieldAt(value, name)).find(text => typeof text === 'string')

const statusWord = /activ|pending|disabled|enabled|request|wait|reject|declin|not /i

/** "XML Active", but neither "Inactive" nor "Not yet active". */
export function isActiveStatus(status: string): boolean {
  const [before] = status.split(/(?<![a-z])active(?![a-z])/i)
  return before !== undefined && before !== status && !/(?<![a-z])(in|not|non|no)(?![a-z])/i.test(before)
}

const connectionType = (name: string, status: string): ConnectionType => ({
  name,
  status,
  isActive: isActiveStatus(status),
})

/** The key names are undocumented: a list of {name|title|type, status|state}, or an object from name to status. */
export const connectionDetails = dataOf(z.looseObject({})).transform((data): ConnectionType[] | undefined => {
  const types = typesInside(attributed.safeParse(data).data?.attributes ?? data)
  return types.length > 0 ? types : undefined
})

function typesIn(value: unknown, name?: string): ConnectionType[] {
  const status = textAt(value, ['status', 'state'])
  if (status !== undefined) {
    const ownName = textAt(value, ['name', 'title', 'type']) ?? name
    return ownName === undefined ? [] : [connectionType(ownName, status)]
  }
  if (typeof value === 'string') {
    return name !== undefined && statusWord.test(value) ? [connectionType(name, value)] : []
  }
  if (Array.isArray(value)) return value.flatMap(one => typesIn(one))
  if (typeof value !== 'object' || value === null) return []
  return typesInside(value)
}

const typesInside = (value: object): ConnectionType[] =>
  Object.entries(value).flatMap(([key, one]) => typesIn(one, key))
