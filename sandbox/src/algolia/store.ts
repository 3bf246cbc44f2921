import { asObject, isObject, type JsonObject, presentText } from '../core/values.ts'
import { refuse } from './errors.ts'
import { type AlgoliaRecord, applyPartial } from './partial-update.ts'

export interface Index {
  readonly records: Map<string, AlgoliaRecord>
  settings: JsonObject
}

const actions = ['addObject', 'partialUpdateObject', 'deleteObject'] as const

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

  /** A write creates a missing index. */
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

  partial(name: string, objectID: string, body: JsonObject): void {
    const { records } = this.open(name)
    const next = applyPartial(records.get(objectID), objectID, body)
    if (next) records.set(objectID, next)
  }

  /** Validates all requests before running the first. */
  batch(name: string, requests: readonly unknown[]): string[] {
    const writes = requests.map(readWrite)
    for (const { action, body, objectID } of writes) {
      if (action === 'addObject') this.put(name, objectID, body)
      else if (action === 'deleteObject') this.open(name).records.delete(objectID)
      else this.partial(name, objectID, body)
    }
    return writes.map(({ objectID }) => objectID)
  }
}

function readWrite(request: unknown) {
  const { action: given, body } = asObject(request)
  const action = actions.find(one => one === given)
  if (!action) throw refuse(400, `Invalid batch action ${String(given)}`)
  if (!isObject(body)) throw refuse(400, 'body is missing')
  const objectID = presentText(body.objectID)
  if (objectID === undefined) throw refuse(400, `objectID is missing for ${action}`)
  return { action, body, objectID }
}
