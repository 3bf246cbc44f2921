import { FieldValue, type Transform } from './field-value.ts'
import { type Time, writeTime } from './timestamp.ts'
import { encode, isMap, type WireFields, type WireValue } from './values.ts'

/** One document's part of a commit. */
export interface Write {
  kind: 'create' | 'set' | 'update' | 'delete'
  path: string
  fields: Readonly<Record<string, unknown>>
  /** For `set`: merges; as a list, replaces exactly these fields. */
  merge?: true | readonly string[] | undefined
  /** Precondition: unchanged since then. */
  lastUpdateTime?: Time | undefined
}

/** A field's path, by segments. */
type Path = readonly string[]

/** Values by path; keys such as `a.b` become nested maps. */
type Tree = Map<string, WireValue | Tree>

interface Written {
  fields: Tree
  /** The update mask; a masked field without a value is deleted. */
  mask: Path[]
  transforms: { path: Path; transform: Transform }[]
}

/** A write in the REST API's JSON. `documents` is the name prefix of the database's documents. */
export function wireWrite(write: Write, documents: string): object {
  const name = `${documents}/${write.path}`
  const currentDocument = preconditionOf(write)
  const condition = currentDocument && { currentDocument }
  if (write.kind === 'delete') return { delete: name, ...condition }
  const { fields, mask, transforms } = writtenBy(write)
  const isWhole = write.kind === 'create' || (write.kind === 'set' && write.merge === undefined)
  return {
    update: { name, fields: wireFields(fields) },
    ...(!isWhole && { updateMask: { fieldPaths: mask.map(pathText) } }),
    ...(transforms.length > 0 && { updateTransforms: transforms.map(wireTransform) }),
    ...condition,
  }
}

function preconditionOf({ kind, lastUpdateTime }: Write): object | undefined {
  if (lastUpdateTime) return { updateTime: writeTime(lastUpdateTime) }
  if (kind === 'create') return { exists: false }
  return kind === 'update' ? { exists: true } : undefined
}

function writtenBy({ kind, fields, merge, path }: Write): Written {
  const written: Written = { fields: new Map(), mask: [], transforms: [] }
  for (const [key, value] of Object.entries(fields)) {
    const at = kind === 'update' ? namesIn(key) : [key]
    const into = at.slice(0, -1).reduce(inner, written.fields)
    if (merge === true) add(written, into, { at, value, mayDelete: true, isEach: true })
    else add(written, into, { at, value, mayDelete: kind === 'update' || merge !== undefined, isEach: false })
  }
  if (Array.isArray(merge) && merge.some(name => !Object.hasOwn(fields, name)))
    throw new TypeError(`${path}: a field that is to be replaced is not given`)
  return written
}

interface Field {
  at: Path
  value: unknown
  mayDelete: boolean
  /** Whether a map is merged field by field rather than replaced. */
  isEach: boolean
}

/** Adds a field's value to the write and its path to the mask. */
function add(written: Written, into: Tree, { at, value, mayDelete, isEach }: Field): void {
  const key = (at.at(-1) ?? '').toWellFormed()
  if (value instanceof FieldValue) {
    const { does } = value
    if (does !== 'delete') return void written.transforms.push({ path: at, transform: does })
    if (!mayDelete) throw new TypeError(`${pathText(at)}: what is written whole has nothing to delete`)
    return void written.mask.push(at)
  }
  const isOpen = isMap(value) && (isEach || holdsFieldValue(value))
  if (!isOpen || Object.keys(value).length === 0) {
    into.set(key, encode(value, pathText(at)))
    return void written.mask.push(at)
  }
  const fields: Tree = new Map()
  for (const [name, one] of Object.entries(value))
    add(written, fields, { at: [...at, name], value: one, mayDelete: isEach, isEach })
  if (fields.size > 0) into.set(key, fields)
  if (isEach) return
  // Replaced as a whole, so paths below it are redundant.
  written.mask = written.mask.filter(path => !at.every((name, depth) => path[depth] === name))
  written.mask.push(at)
}

const holdsFieldValue = (map: Record<string, unknown>): boolean =>
  Object.values(map).some(value => value instanceof FieldValue || (isMap(value) && holdsFieldValue(value)))

/** The nested map of that name, created if missing. */
function inner(tree: Tree, name: string): Tree {
  const held = tree.get(name.toWellFormed())
  if (held instanceof Map) return held
  const made: Tree = new Map()
  tree.set(name.toWellFormed(), made)
  return made
}

const wireFields = (tree: Tree): WireFields =>
  Object.fromEntries(
    [...tree].map(([name, held]) => [
      name,
      held instanceof Map ? { mapValue: { fields: wireFields(held) } } : held,
    ]),
  )

/** The segments of a key such as `optedOut.chatapp`. */
function namesIn(key: string): Path {
  const names = key.split('.')
  if (names.includes('')) throw new TypeError(`"${key}" names no field`)
  return names
}

/** `a.b`, with non-simple segments in backticks. */
export const pathText = (path: Path): string =>
  path
    .map(name => name.toWellFormed())
    .map(name => (/^[A-Za-z_]\w*$/.test(name) ? name : `\`${name.replaceAll(/[\\`]/g, '\\$&')}\``))
    .join('.')

function wireTransform({ path, transform }: Written['transforms'][number]): object {
  const fieldPath = pathText(path)
  if (transform.kind === 'server-time') return { fieldPath, setToServerValue: 'REQUEST_TIME' }
  if (transform.kind === 'increment') return { fieldPath, increment: encode(transform.by, fieldPath) }
  const values = transform.values.map(value => encode(value, fieldPath))
  return transform.kind === 'union'
    ? { fieldPath, appendMissingElements: { values } }
    : { fieldPath, removeAllFromArray: { values } }
}
