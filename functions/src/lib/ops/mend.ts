import type { Actor } from '../actor.ts'
import { audited, buildAuditEntry } from '../audit.ts'
import { items, itemWrites } from '../items/item.ts'
import type { Revision } from '../ports.ts'
import type { StoredDocument } from '../store.ts'
import type { OpsContext } from './context.ts'
import { changeOf, type Patch } from './documents.ts'

export interface Mending {
  says: string
  /** For the audit log. */
  document: string
  write?: { revision: Revision; patch: Patch }
  closes?: readonly string[]
  /** The effect elsewhere comes first. */
  before?(): Promise<unknown>
}

export const changed = (
  { path, revision }: StoredDocument,
  { fields = {}, without = [] }: Partial<Patch>,
  says: string,
): Mending => ({ says, document: path, write: { revision, patch: { fields, without } } })

export async function mend(
  deps: OpsContext,
  actor: Actor,
  { action, mendings, isDryRun }: { action: string; mendings: readonly Mending[]; isDryRun: boolean },
) {
  const { tell } = deps
  tell(`${mendings.length} found`)
  let changed = 0
  for (const one of mendings) {
    tell(`${one.document}: ${one.says}`)
    if (isDryRun) continue
    await one.before?.()
    if (await commit(deps, actor, action, one)) changed += 1
    else tell(`${one.document} has changed meanwhile, so it is left as it is; look again`)
  }
  return { found: mendings.length, changed, dryRun: isDryRun }
}

async function commit(
  deps: OpsContext,
  actor: Actor,
  action: string,
  { document: targetId, write, closes = [] }: Mending,
): Promise<boolean> {
  const { store } = deps
  const about = { action, targetType: 'document', targetId, metadata: {} }
  const stored = await store.readAll(closes.map(id => items.at(id)))
  const at = deps.clock.now()
  const audits = [buildAuditEntry(deps, actor, about)]
  const closed = stored
    .filter(({ value }) => value.isOpen)
    .map(({ id }) => ({ resolve: id, by: actor.uid, at }))
  const others = [...closed.flatMap(itemWrites), ...audits.flatMap(audited)]
  const changes = write ? changeOf({ path: targetId, revision: write.revision }, write.patch) : []
  const ended = await store.commit([...changes, ...others])
  return ended !== 'unresolved'
}
