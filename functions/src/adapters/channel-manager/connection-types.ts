import * as z from 'zod'
import type { ConnectionType } from '../../lib/connection/channel-manager.ts'

const details = z.object({ data: z.looseObject({}) })
const attributed = z.object({ attributes: z.looseObject({}) })

const listed = z.union([
  z.object({ name: z.string() }).transform(({ name }) => name),
  z.object({ title: z.string() }).transform(({ title }) => title),
  z.object({ type: z.string() }).transform(({ type }) => type),
])
const withStatus = z.union([
  z.object({ status: z.string() }).transform(({ status }) => status),
  z.object({ state: z.string() }).transform(({ state }) => state),
])

/** Words that only a status contains; they tell statuses from neighbouring texts. */
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

/**
 * The OTA's connection types and their statuses. Their key names are not documented, so they are found by shape: a
 * list of {name|title|type, status|state}, or an object from name to status. Undefined when there are none.
 */
export const connectionDetails = details.transform(({ data }): ConnectionType[] | undefined => {
  const types = typesInside(attributed.safeParse(data).data?.attributes ?? data)
  return types.length > 0 ? types : undefined
})

function typesIn(value: unknown, name?: string): ConnectionType[] {
  const status = withStatus.safeParse(value).data
  if (status !== undefined) {
    const ownName = listed.safeParse(value).data ?? name
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
