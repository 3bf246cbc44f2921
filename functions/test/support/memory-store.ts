import type { Store, Write } from '../../src/adapters/firestore/client.ts'
import { codes } from '../../src/adapters/firestore/slim/failure.ts'
import { parseTime, Timestamp, writeTime } from '../../src/adapters/firestore/slim/timestamp.ts'
import { decodeFields, isObject } from '../../src/adapters/firestore/slim/values.ts'
import { wireWrite } from '../../src/adapters/firestore/slim/writes.ts'

type Wire = Record<string, unknown>

interface Kept {
  fields: Wire
  /** The number of the commit, as a time. */
  updateTime: Timestamp
}

const failure = (code: number, what: string) => Object.assign(new Error(what), { code })
const asWire = (value: unknown): Wire => (isObject(value) ? value : {})
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** `a.b`, with segments in backticks. */
const segmentsOf = (path: string): string[] =>
  (path.match(/`(?:[^`\\]|\\.)*`|[^.]+/g) ?? []).map(one =>
    one.startsWith('`') ? one.slice(1, -1).replaceAll(/\\(.)/g, '$1') : one,
  )

const heldAt = (fields: Wire, [first = '', ...rest]: readonly string[]): unknown =>
  rest.length === 0 ? fields[first] : heldAt(innerOf(fields, first), rest)

const innerOf = (fields: Wire, name: string): Wire => asWire(asWire(asWire(fields[name]).mapValue).fields)

/** The fields with that value there; without it where it is undefined. */
function withAt(fields: Wire, [first = '', ...rest]: readonly string[], value: unknown): Wire {
  const { [first]: _, ...others } = fields
  if (rest.length === 0) return value === undefined ? others : { ...others, [first]: value }
  return { ...others, [first]: { mapValue: { fields: withAt(innerOf(fields, first), rest, value) } } }
}

function transformed(held: unknown, transform: Wire, at: number): unknown {
  if ('increment' in transform)
    return {
      integerValue: String(
        Number(asWire(held).integerValue ?? 0) + Number(asWire(transform.increment).integerValue),
      ),
    }
  if ('setToServerValue' in transform) return { timestampValue: writeTime(new Timestamp(at, 0)) }
  throw new Error(`nothing here does ${JSON.stringify(transform)}`)
}

/**
 * Firestore's documents in memory, by what would be sent to it: commits are atomic and keep their preconditions. It has
 * no queries; `documents` shows what a collection holds.
 */
export function memoryStore() {
  const kept = new Map<string, Kept>()
  let commits = 0

  function next(wire: Wire, staged: Map<string, Kept | undefined>): [string, Kept | undefined] {
    const path = String(wire.delete ?? asWire(wire.update).name).replace(/^db\/documents\//, '')
    const before = staged.has(path) ? staged.get(path) : kept.get(path)
    const { exists, updateTime } = asWire(wire.currentDocument)
    if (exists === false && before) throw failure(codes.ALREADY_EXISTS, `${path} exists`)
    if ((exists === true || updateTime) && !before) throw failure(codes.NOT_FOUND, `${path} is not there`)
    const asRead = updateTime === undefined ? undefined : parseTime(String(updateTime))
    if (asRead && before && before.updateTime.seconds !== asRead.seconds)
      throw failure(codes.FAILED_PRECONDITION, `${path} has changed`)
    if ('delete' in wire) return [path, undefined]
    const given = asWire(asWire(wire.update).fields)
    const mask = isObject(wire.updateMask) ? asList(wire.updateMask.fieldPaths) : undefined
    let fields = mask ? { ...before?.fields } : given
    for (const place of mask ?? []) {
      const at = segmentsOf(String(place))
      fields = withAt(fields, at, heldAt(given, at))
    }
    for (const one of asList(wire.updateTransforms)) {
      const at = segmentsOf(String(asWire(one).fieldPath))
      fields = withAt(fields, at, transformed(heldAt(fields, at), asWire(one), commits))
    }
    return [path, { fields, updateTime: new Timestamp(commits, 0) }]
  }

  const store: Store = {
    async read(paths) {
      return paths.map(path => {
        const found = kept.get(path)
        const time = found?.updateTime
        return found && time && { fields: decodeFields(found.fields), createTime: time, updateTime: time }
      })
    },
    async commit(writes: readonly Write[]) {
      commits += 1
      const staged = new Map<string, Kept | undefined>()
      for (const write of writes) staged.set(...next(asWire(wireWrite(write, 'db/documents')), staged))
      for (const [path, one] of staged) one ? kept.set(path, one) : kept.delete(path)
      return writes.map(() => new Timestamp(commits, 0))
    },
    async sum() {
      throw new Error('nothing is summed up in memory')
    },
    async count() {
      throw new Error('nothing is counted in memory')
    },
  }
  return {
    store,
    /** By their ids, decoded. */
    documents: (collection: string): Map<string, Record<string, unknown>> =>
      new Map(
        [...kept]
          .filter(
            ([path]) => path.startsWith(`${collection}/`) && !path.slice(collection.length + 1).includes('/'),
          )
          .map(([path, { fields }]) => [path.slice(collection.length + 1), decodeFields(fields)]),
      ),
  }
}
