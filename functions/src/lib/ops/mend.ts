import type { Actor } from '../actor.ts'
import { buildAuditEntry } from '../audit.ts'
import type { Patch, StoredDocument } from '../documents.ts'
import type { Revision } from '../ports.ts'
import type { OpsContext } from './context.ts'

/** What puts one thing right that is stuck: one commit. */
export interface Mending {
  /** What it is about, and what is done to it. */
  says: string
  /** The path of the document that is named in the audit log. */
  document: string
  /** Goes through only if that document has not changed since it was read. */
  write?: { revision: Revision; patch: Patch }
  /** Items that are over with it. */
  closes?: readonly string[]
  /** What has to be done elsewhere before. */
  before?(): Promise<unknown>
}

/** Fields of a document that change only if it is still as it was found. */
export const changed = (
  { path, revision }: StoredDocument,
  { fields = {}, without = [] }: Partial<Patch>,
  says: string,
): Mending => ({ says, document: path, write: { revision, patch: { fields, without } } })

/** Counts first, then mends one after another; each leaves an entry of that action in its commit. */
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

/** False where something has changed meanwhile. */
async function commit(
  deps: OpsContext,
  actor: Actor,
  action: string,
  { document: targetId, write, closes = [] }: Mending,
): Promise<boolean> {
  const { documents, items } = deps
  const about = { action, targetType: 'document', targetId, metadata: {} }
  const stored = await items.read(closes)
  const at = deps.clock.now()
  const extras = {
    audits: [buildAuditEntry(deps, actor, about)],
    items: closes.filter(id => stored.get(id)?.value.isOpen).map(resolve => ({ resolve, by: actor.uid, at })),
  }
  const ended = write
    ? await documents.write(targetId, write.revision, write.patch, extras)
    : await items.commit(extras)
  return ended !== 'unresolved'
}
