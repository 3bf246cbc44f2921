import { randomUUID } from 'node:crypto'
import { asObject, isObject, type JsonObject, presentText } from '../core/values.ts'
import { refuse } from './errors.ts'
import { type AlgoliaRecord, applyPartial } from './partial-update.ts'

export interface Index {
  readonly records: Map<string, AlgoliaRecord>
  settings: JsonObject
}

interface Write {
  readonly objectID: string
  readonly run: (store: AlgoliaStore) => void
}

const actions = [
  'addObject',
  'updateObject',
  'partialUpdateObject',
  'partialUpdateObjectNoCreate',
  'deleteObject',
  'delete',
  'clear',
] as const
type Action = (typeof actions)[number]

const isAction = (value: unknown): value is Action => actions.some(action => action === value)

/** Indexes by name. Tasks run synchronously, so each is published at once. */
export class AlgoliaStore {
  readonly indexes = new Map<string, Index>()
  private lastTask = 0

  reset(): void {
    this.indexes.clear()
  }

  nextTask(): number {
    this.lastTask += 1
    return this.lastTask
  }

  /** Written to, an index comes into being. */
  open(name: string): Index {
    const found = this.indexes.get(name)
    if (found) return found
    const created: Index = { records: new Map(), settings: {} }
    this.indexes.set(name, created)
    return created
  }

  find(name: string): Index {
    const found = this.indexes.get(name)
    if (!found) throw refuse(404, `Index ${name} does not exist`)
    return found
  }

  put(name: string, objectID: string, body: JsonObject): void {
    this.open(name).records.set(objectID, { ...body, objectID })
  }

  partial(name: string, objectID: string, body: JsonObject, createIfNotExists: boolean): void {
    const { records } = this.open(name)
    const stored = records.get(objectID)
    if (!stored && !createIfNotExists) return
    const next = applyPartial(stored, objectID, body)
    if (next) records.set(objectID, next)
  }

  /** Validates all requests before running the first. */
  batch(name: string, requests: readonly unknown[]): string[] {
    const writes = requests.map(request => readWrite(name, request))
    for (const write of writes) write.run(this)
    return writes.map(write => write.objectID)
  }
}

function readObjectId(action: Action, body: JsonObject): string {
  const given = presentText(body.objectID)
  if (given !== undefined) return given
  if (action === 'addObject') return randomUUID()
  if (action === 'clear' || action === 'delete') return ''
  throw refuse(400, `objectID is missing for ${action}`)
}

function readWrite(name: string, request: unknown): Write {
  const { action, body } = asObject(request)
  if (!isAction(action)) throw refuse(400, `Invalid batch action ${String(action)}`)
  if (action !== 'clear' && action !== 'delete' && !isObject(body)) throw refuse(400, 'body is missing')
  const value = asObject(body)
  const objectID = readObjectId(action, value)
  const runs: Record<Action, Write['run']> = {
    addObject: store => store.put(name, objectID, value),
    updateObject: store => store.put(name, objectID, value),
    partialUpdateObject: store => store.partial(name, objectID, value, true),
    partialUpdateObjectNoCreate: store => store.partial(name, objectID, value, false),
    deleteObject: store => void store.open(name).records.delete(objectID),
    delete: store => void store.indexes.delete(name),
    clear: store => store.open(name).records.clear(),
  }
  return { objectID, run: runs[action] }
}
