import type { Actor } from '../../actor.ts'
import { auditingFailure, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { digestOf } from '../../digest.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { DomainError } from '../../errors.ts'
import type { Versioned } from '../../ports.ts'
import type { PropertyChannel } from '../channels/property-channel.ts'
import { otaByConsent } from '../otas/kinds.ts'
import type { OtaName } from '../otas.ts'
import { incomplete, loadTarget, managed } from '../prerequisites.ts'
import { asDomainError } from '../rejections.ts'
import { requireGroup } from '../steps/channel-steps.ts'
import { type Consent, isGranted, markOf } from './consent.ts'

type Deps = Needs<'auditLog' | 'channelManager' | 'connections' | 'consents' | 'rules'>

interface AskInput {
  ota: OtaName
  propertyIds: readonly string[]
}

export interface AskedConsent {
  status: 'consent'
  consentId: string
  /** For the host's browser; for two hours. */
  url: string
  expiresAt: Date
}

/** As long as the channel manager's link; ours ends first. */
const linkMs = 2 * 3_600_000

const consentIdOf = (ota: OtaName, propertyIds: readonly string[]): string =>
  `${ota}_${digestOf([ota, ...propertyIds]).slice(0, 22)}`

/**
 * Makes a link by which a host lets us connect the listings of their account. Asking again for the same properties ends the
 * link before; for properties whose consent is lost it renews that of their channel, with all of its properties. Throws
 * `already-connected` and what connecting by an id throws of a property.
 */
export function askConsent(deps: Deps, actor: Actor, { ota, propertyIds }: AskInput): Promise<AskedConsent> {
  const ids = [...new Set(propertyIds)].toSorted()
  const audit = buildAuditEntry(deps, actor, 'success', {
    ...{ action: 'consent.ask', targetType: 'consent', targetId: consentIdOf(ota, ids) },
    metadata: { ota, properties: ids.length },
  })
  const ask = async (): Promise<AskedConsent> => {
    const startedAt = deps.clock.now()
    const { label } = otaByConsent(ota)
    const ground = await groundOf(deps, ota, ids)
    const consentId = ground.lost?.consentId ?? consentIdOf(ota, ids)
    const known = (await deps.consents.read(consentId))?.value
    const isTheirs = (one: Consent | undefined) =>
      one?.landlordId === ground.landlordId && one.groupId === ground.groupId
    if (known && ground.lost && !isTheirs(known)) throw ofAnother(label)
    const before = isTheirs(known) ? channelOf(known) : undefined
    const isGone = before !== undefined && !(await deps.channelManager.channel(before))
    const channelId = ground.lost?.channelId ?? (isGone ? undefined : before)
    const others = known && ground.lost ? await othersOf(deps, known, ids) : []
    // Two random ids together, which nobody guesses.
    const token = `${deps.ids.claim()}${deps.ids.claim()}`
    const url = await deps.channelManager.consentLink({
      ...{ ota, token, channelId, title: ground.title, groupId: ground.groupId },
      channelManagerPropertyIds: [...ground.channelManagerPropertyIds, ...others],
      returnTo: new URL(`/api/consents/${consentId}/return`, deps.rules.publicUrl()).href,
    })
    const { uid, role, origin } = actor
    const expiresAt = new Date(startedAt.getTime() + linkMs)
    const link = {
      ...{ ota, landlordId: ground.landlordId, groupId: ground.groupId },
      ...{ askedBy: { uid, role, ...(origin && { origin }) }, askedAt: startedAt },
      ...{ tokenHash: digestOf(token), expiresAt },
    }
    const result: AskedConsent = { status: 'consent', consentId, url, expiresAt }
    return change<Versioned<Consent> | undefined, Consent, AskedConsent>(deps, {
      read: () => deps.consents.read(consentId),
      recognise: (found, tried) => (found?.value.tokenHash === tried.tokenHash ? { result } : undefined),
      decide: found => {
        const gone = isGone ? before : undefined
        const kept = isTheirs(found?.value) && keptOf(found?.value, ids, { channelId, gone })
        return { write: { ...(kept || begun(found?.value, ids, channelId)), ...link } }
      },
      commit: async (consent, found) =>
        resolvedAs(
          await deps.consents.put(consentId, consent, found?.revision, {
            audits: [audit && { ...audit, targetId: consentId }],
          }),
          result,
        ),
    })
  }
  return auditingFailure(deps, audit, ask, asDomainError)
}

/** Where it still has that channel, everything but what was asked before. Pure. */
function keptOf(
  before: Consent | undefined,
  ids: readonly string[],
  { channelId, gone }: Record<'channelId' | 'gone', string | undefined>,
) {
  const has = channelOf(before)
  if (!before || has === undefined || has === gone || has !== (channelId ?? has)) return undefined
  const { reason: _, usedBy: __, ...kept } = before
  return { ...kept, propertyIds: [...new Set([...kept.propertyIds, ...ids])].toSorted() }
}

/** In place of one of which nothing is kept. Throws where that has payments to be taken or cancelled. */
function begun(before: Consent | undefined, ids: readonly string[], channelId: string | undefined) {
  if (before?.activation ?? before?.undo)
    throw new DomainError('connection-in-progress', 'An activation of it is being finished or taken back.', {
      ...{ nextAction: 'Wait a minute for that to end, then ask again.', retryAfterSeconds: 60 },
    })
  return {
    ...{ state: 'asked' as const, mappings: [], propertyIds: [...ids] },
    ...(channelId !== undefined && { channelManagerChannelId: channelId }),
  }
}

const channelOf = (consent: Consent | undefined): string | undefined =>
  consent && isGranted(consent) ? consent.channelManagerChannelId : undefined

/** The other properties of a consent that is renewed, as the channel manager knows them. */
async function othersOf(
  { connections }: Deps,
  { propertyIds, landlordId }: Consent,
  ids: readonly string[],
): Promise<string[]> {
  const others = propertyIds.filter(id => !ids.includes(id))
  const found = await Promise.all(others.map(id => connections.property(id)))
  return found.flatMap(({ property }) =>
    property?.landlordId === landlordId && property.channelManagerId ? [property.channelManagerId] : [],
  )
}

/** What a link needs to know of the properties. Throws DomainError. */
async function groundOf(deps: Deps, ota: OtaName, ids: readonly string[]) {
  const { label } = otaByConsent(ota)
  const loaded = await Promise.all(
    ids.map(async propertyId => {
      const context = await loadTarget(deps, { propertyId, ota })
      return { ...context, ...managed(context, propertyId) }
    }),
  )
  const [landlordId, ...landlords] = new Set(loaded.map(({ property }) => property.landlordId ?? ''))
  if (!landlordId || landlords.length > 0)
    throw landlords.length > 0
      ? wrong('They belong to different landlords.', 'Ask for the properties of one landlord at a time.')
      : incomplete(
          'The property belongs to no landlord account.',
          "Link the property to its landlord's account",
        )
  const groups = await Promise.all(
    loaded.map(one => requireGroup(deps.channelManager, one.channelManagerPropertyId)),
  )
  const [groupId = '', ...others] = new Set(groups)
  if (others.length > 0)
    throw wrong(
      'They are in different groups of the channel manager.',
      'Ask for the properties of one group at a time.',
    )
  const channels = loaded.flatMap(({ channel }) =>
    channel && channel.status !== 'disconnected' ? [channel] : [],
  )
  const [first] = loaded
  return {
    ...{ landlordId, groupId },
    channelManagerPropertyIds: loaded.map(one => one.channelManagerPropertyId),
    title: `${`${label} ${first?.property.name ?? ''}`.slice(0, 240)} ${markOf({ landlordId, groupId })}`,
    lost: channels.length > 0 ? await renewable(deps, channels, label) : undefined,
  }
}

/** The one channel of properties that are connected, if it has lost its consent, and that consent. */
async function renewable(
  { channelManager }: Deps,
  channels: readonly PropertyChannel[],
  label: string,
): Promise<{ channelId: string; consentId: string | undefined }> {
  if (channels.some(({ status }) => status === 'disconnecting'))
    throw new DomainError('connection-in-progress', 'A property is being disconnected right now.', {
      ...{ nextAction: 'Wait a minute for that to finish, then ask again.', retryAfterSeconds: 10 },
    })
  const [id, ...more] = new Set(channels.map(one => one.channelManagerChannelId))
  const there = id !== undefined && more.length === 0 ? await channelManager.channel(id) : undefined
  if (id !== undefined && there?.host?.isTokenLost)
    return { channelId: id, consentId: channels.find(one => one.consentId !== undefined)?.consentId }
  throw new DomainError('already-connected', `A property is connected to ${label} already.`, {
    nextAction: 'Leave out what is connected. To connect it anew, disconnect it first.',
  })
}

const ofAnother = (label: string): DomainError =>
  new DomainError(
    'already-connected',
    `A property is connected to ${label} by the account of another landlord.`,
    {
      nextAction: 'Disconnect it first, then ask again.',
    },
  )

const wrong = (detail: string, nextAction: string): DomainError =>
  new DomainError('validation-failed', detail, {
    ...{ nextAction, errors: [{ path: 'propertyIds', message: detail }] },
  })
