import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { Actor } from '../actor.ts'
import { attest } from '../audit.ts'
import { guests } from '../chat/guest.ts'
import { accounts, noSuchProperty, properties, reservations } from '../company.ts'
import { readAccount, readProperty } from '../connection/properties/stored-property.ts'
import { alreadyOurs, noAccount, previewTakeOver, takeOver } from '../connection/properties/take-over.ts'
import { askConnection, openAmong } from '../connection/requests/ask-connection.ts'
import { standingRequests } from '../connection/requests/stored-request.ts'
import type { Needs } from '../context.ts'
import { defined } from '../documents.ts'
import { amend } from '../durable/amend.ts'
import { retry } from '../durable/retry.ts'
import { DomainError, isRetryable, ProviderError } from '../errors.ts'
import { guestKeys } from '../finding-keys.ts'
import { inParallel } from '../in-parallel.ts'
import { type DocumentAt, type Fields, put, type Write } from '../store.ts'
import type { OpsContext } from './context.ts'
import { type ImportRow, importedKinds, importRow, type RowOf } from './import-row.ts'

export interface ImportLine {
  line: number
  row: unknown
}

export type Outcome = 'created' | 'changed' | 'same' | 'refused'

export interface ImportedRow {
  line: number
  kind: string
  id: string
  outcome: Outcome
  why?: string
}

export type ImportDeps = Pick<OpsContext, 'auditLog' | 'tell'> & Needs<'channelManager' | 'store'>

/** The channel manager allows five calls a second per route. */
const atOnce = 4

/** A commit per row, so an import can be repeated. Takes over properties of the channel manager. */
export async function importRows(
  deps: ImportDeps,
  actor: Actor,
  given: readonly ImportLine[],
  isDryRun: boolean,
  onRow: (row: ImportedRow) => void,
): Promise<Record<Outcome, number>> {
  const parsed = given.map(({ line, row }) => ({ line, row, ...importRow.safeParse(row) }))
  const counts = { created: 0, changed: 0, same: 0, refused: 0 }
  const tell = (row: ImportedRow) => {
    counts[row.outcome] += 1
    onRow(row)
  }
  for (const { line, row, error } of parsed)
    if (error) tell({ line, ...namedAs(row), outcome: 'refused', why: problemsOf(error) })
  const accepted = new Set<string>()
  const idAt = new Map(
    parsed
      .flatMap(({ data }) =>
        data?.kind === 'property' && data.id ? [[data.channelManagerId, data.id] as const] : [],
      )
      .toReversed(),
  )
  const how = { isDryRun, accepted, idAt }
  for (const kind of importedKinds) {
    const ofKind = parsed.flatMap(({ line, data }) => (data?.kind === kind ? [{ line, data }] : []))
    if (ofKind.length > 0) deps.tell(`${ofKind.length} of kind ${kind}`)
    await inParallel(atOnce, ofKind, async ({ line, data }) => {
      const id = idOf(data)
      const ended = await outcomeOf(() => store(deps, actor, data, how))
      if (ended.outcome !== 'refused') accepted.add(`${kind} ${id}`)
      tell({ line, kind, id, ...ended })
    })
  }
  if (!isDryRun && counts.created + counts.changed > 0)
    await attest(deps, actor, {
      action: 'ops.import',
      targetType: 'import',
      targetId: 'all',
      metadata: { ...counts },
    })
  return counts
}

const problemsOf = ({ issues }: z.ZodError): string =>
  issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ')

const someRow = z.looseObject({ kind: z.string().catch(''), id: z.string().catch('') })
function namedAs(row: unknown): { kind: string; id: string } {
  const { kind = '', id = '' } = someRow.safeParse(row).data ?? {}
  return { kind, id }
}

function idOf(row: ImportRow): string {
  if (row.kind === 'request') return `${row.propertyId} ${row.ota}`
  return row.id ?? (row.kind === 'property' ? row.channelManagerId : undefined) ?? ''
}

interface How {
  isDryRun: boolean
  accepted: ReadonlySet<string>
  /** Rows are parallel, but the file's first id counts. */
  idAt: ReadonlyMap<string | undefined, string>
}

/** A refusal ends the row, another failure the import. */
async function outcomeOf(act: () => Promise<Outcome>): Promise<Pick<ImportedRow, 'outcome' | 'why'>> {
  try {
    return { outcome: await act() }
  } catch (error) {
    if (error instanceof DomainError)
      return { outcome: 'refused', why: [error.detail, error.nextAction].filter(Boolean).join(' ') }
    if (!(error instanceof ProviderError) || error.kind !== 'permanent') throw error
    return { outcome: 'refused', why: `The channel manager refuses it: ${error.message}` }
  }
}

async function store(deps: ImportDeps, actor: Actor, row: ImportRow, how: How): Promise<Outcome> {
  const { isDryRun } = how
  if (row.kind === 'property') return storeProperty(deps, actor, row, how)
  if (row.kind === 'request') return storeRequest(deps, actor, row, how)
  if (row.kind === 'landlord') return storeLandlord(deps, row, isDryRun)
  if (row.kind === 'reservation') return storeReservation(deps, row, how)
  const { kind: _, id, ...fields } = row
  return keep(deps, guests.any.at(id), () => defined({ ...fields, ...guestKeys(fields) }), isDryRun)
}

const service = z.looseObject({}).catch({})

function storeLandlord(
  deps: ImportDeps,
  { kind: _, id, plan, amount, currency, ...fields }: RowOf<'landlord'>,
  isDryRun: boolean,
): Promise<Outcome> {
  const settings = defined({ plan, amount, currency })
  const free = { plan: 'free', amount: 0, currency: 'EUR' }
  return keep(
    deps,
    accounts.at(id),
    stored => ({
      ...defined(fields),
      connectionService: { ...free, ...service.parse(stored?.connectionService), ...settings },
    }),
    isDryRun,
  )
}

async function storeReservation(
  deps: ImportDeps,
  { kind: _, id, ...fields }: RowOf<'reservation'>,
  { isDryRun, accepted }: How,
): Promise<Outcome> {
  const { propertyId, roomId } = fields
  const { revision, rooms } = await readProperty(deps.store, propertyId)
  const ids = rooms.map(room => room.id)
  const isComing = isDryRun && accepted.has(`property ${propertyId}`)
  if (!revision && !isComing) throw unknownProperty(propertyId)
  const isStoredLater = isComing && ids.length === 0
  if (roomId !== undefined && !isStoredLater && !ids.includes(roomId)) throw noSuchRoom(fields, ids)
  const [only, ...others] = ids
  return keep(
    deps,
    reservations.at(id),
    stored => {
      if (roomId !== undefined || stored?.roomId) return defined(fields)
      if (others.length === 0) return defined({ ...fields, roomId: only })
      const { status, departure } = { ...stored, ...defined(fields) }
      const isToCome = String(departure) > deps.clock.now().toISOString().slice(0, 10)
      if (status !== 'cancelled' && isToCome) throw noSuchRoom(fields, ids)
      return defined(fields)
    },
    isDryRun,
  )
}

const unknownProperty = (propertyId: string): DomainError =>
  noSuchProperty(propertyId, 'Import it first, or correct its id.')

const mostNamed = 20

const noSuchRoom = (
  { propertyId, roomId }: Pick<RowOf<'reservation'>, 'propertyId' | 'roomId'>,
  ids: readonly string[],
): DomainError =>
  new DomainError(
    'validation-failed',
    roomId === undefined
      ? `Property ${propertyId} has ${ids.length} rooms, and the row says none.`
      : `Property ${propertyId} has no room ${roomId}.`,
    {
      nextAction:
        ids.length === 0
          ? 'Import the property with its rooms first.'
          : `Give one as roomId: ${ids.slice(0, mostNamed).join(', ')}${ids.length > mostNamed ? ' …' : ''}.`,
    },
  )

/** Other systems' fields stay. */
const keep = (
  deps: Pick<ImportDeps, 'clock' | 'store'>,
  document: DocumentAt,
  fieldsOn: (stored: Fields | undefined) => Fields,
  isDryRun: boolean,
): Promise<Outcome> =>
  amend(deps, {
    read: { stored: document },
    decide({ stored }): { writes?: Write[]; result: Outcome } {
      const differing = Object.fromEntries(
        Object.entries(fieldsOn(stored?.value)).filter(
          ([name, value]) => !isDeepStrictEqual(stored?.value[name], value),
        ),
      )
      if (stored && Object.keys(differing).length === 0) return { result: 'same' }
      const result = stored ? 'changed' : 'created'
      return { writes: isDryRun ? [] : [put(document, differing, stored?.revision)], result }
    },
  })

async function storeProperty(
  deps: ImportDeps,
  actor: Actor,
  { id, channelManagerId, landlordId, name, timeZone }: RowOf<'property'>,
  { isDryRun, accepted, idAt }: How,
): Promise<Outcome> {
  const isKnown =
    (isDryRun && accepted.has(`landlord ${landlordId}`)) || (await readAccount(deps.store, landlordId))
  if (!isKnown) throw noAccount(landlordId)
  if (channelManagerId === undefined)
    return keep(deps, properties.at(id ?? ''), () => defined({ landlordId, timeZone, name }), isDryRun)
  const first = idAt.get(channelManagerId)
  if (id && first && id !== first) throw alreadyOurs(first)
  const request = { channelManagerId, landlordId, propertyId: id ?? first, timeZone }
  const { isNew, changes } = await retry(deps, patience, () =>
    isDryRun ? previewTakeOver(deps, request) : takeOver(deps, actor, request),
  )
  if (isNew) return 'created'
  return changes.length > 0 ? 'changed' : 'same'
}

async function storeRequest(
  deps: ImportDeps,
  actor: Actor,
  { propertyId, ota }: RowOf<'request'>,
  { isDryRun, accepted }: How,
): Promise<Outcome> {
  const standing = await standingRequests(deps.store, { propertyId, ota })
  if (standing.isConnected || openAmong(standing)) return 'same'
  if (!standing.property && !(isDryRun && accepted.has(`property ${propertyId}`)))
    throw unknownProperty(propertyId)
  if (!isDryRun) await askConnection(deps, actor, { propertyId, ota })
  return 'created'
}

/** A minute's quota returns within a minute. */
const patience = {
  tries: 20,
  backoff: { baseMs: 1_000, capMs: 60_000 },
  isWorthIt: isRetryable,
}
