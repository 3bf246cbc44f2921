import { buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { DomainError, ProviderError } from '../../errors.ts'
import type { NewItem } from '../../items/item.ts'
import type { Versioned } from '../../ports.ts'
import { auditSubject } from '../attempt/attempt.ts'
import { channelIdOf, listingLiveEmail } from '../attempt/completion.ts'
import type { ChannelManager } from '../channel-manager.ts'
import type { Account } from '../model.ts'
import { otas } from '../otas.ts'
import { incomplete, loadTarget, managed, prepared } from '../prerequisites.ts'
import { asDomainError } from '../rejections.ts'
import { openRequestIds } from '../requests/refuse-requests.ts'
import { changeConsent, readConsent } from './change-consent.ts'
import {
  type Activation,
  type ChosenListing,
  type Consent,
  isSameSale,
  reasonIn,
  tokenLost,
} from './consent.ts'
import type { ConsentedProperty } from './ports.ts'

type Deps = Needs<'billing' | 'channelManager' | 'connections' | 'consents' | 'items'>

/** Properties with their listings, as they are mapped. */
type Listed = Map<string, Consent['mappings']>

const listedIn = ({ mappings }: Consent): Listed =>
  Map.groupBy(
    mappings.filter(({ state }) => state === 'mapped'),
    ({ propertyId }) => propertyId,
  )

/**
 * Finishes an activation: payments, the channel, then one commit of everything. One that another process has finished, or
 * taken back, is left. Throws DomainError where it cannot be, ProviderError where the channel manager does not say.
 */
export async function finishActivation(deps: Deps, consentId: string, consent: Consent): Promise<Consent> {
  const { activation } = consent
  if (!activation) return consent
  try {
    const properties = await reserved(deps, consent, activation)
    await connectedBy(deps, consent, activation, properties)
    await switchOn(deps.channelManager, consent)
    return await complete(deps, consentId, activation, properties)
  } catch (error) {
    const isPassing = error instanceof ProviderError && error.kind !== 'permanent'
    const isOurs = !(error instanceof DomainError) && !(error instanceof ProviderError)
    // Somebody tries again what may pass; what is ours may have been committed.
    if (isOurs || (isPassing && !isTriedLongEnough(activation, deps.clock.now()))) throw error
    await takeBack(deps, consentId, activation, error)
    throw error
  }
}

const longestMs = 3_600_000
const isTriedLongEnough = ({ at }: Activation, now: Date): boolean => now.getTime() - at.getTime() > longestMs

const attemptIdOf = ({ id }: Activation, propertyId: string): string => `${id}_${propertyId}`

const orderOf = (
  { ota, landlordId }: Consent,
  activation: Activation,
  { propertyId, paymentId }: Activation['payments'][number],
  at: Date,
) => ({
  ...{ paymentId, landlordId, at, target: { propertyId, ota } },
  attemptId: attemptIdOf(activation, propertyId),
})

interface Reserved extends Pick<ConsentedProperty, 'propertyId' | 'paymentId' | 'subscription'> {
  name: string
  account: Account
}

/** Reserves as connecting by an id does: only where the terms ask for it and a payment was given. */
async function reserved(deps: Deps, consent: Consent, activation: Activation): Promise<Reserved[]> {
  const properties: Reserved[] = []
  for (const propertyId of listedIn(consent).keys()) {
    const context = await loadTarget(deps, { propertyId, ota: consent.ota })
    if (context.property?.landlordId !== consent.landlordId)
      throw incomplete(
        `${propertyId} belongs to another landlord than when the host was asked.`,
        'Ask for the consent again',
      )
    const { account, propertyName } = await prepared(deps, context, managed(context, propertyId), '')
    const payment = activation.payments.find(one => one.propertyId === propertyId)
    const { plan, amount, currency } = account.connectionService
    const base = { propertyId, name: propertyName, account, paymentId: payment?.paymentId }
    if (!payment || plan === 'free') {
      properties.push({ ...base, subscription: undefined })
      continue
    }
    const order = orderOf(consent, activation, payment, deps.clock.now())
    const outcome = await deps.billing.reserve(order)
    if (outcome.outcome === 'refused')
      throw new DomainError('payment-failed', 'This payment has been used for another connection.', {
        nextAction: 'Choose another payment, or connect without one.',
      })
    const subscription =
      outcome.outcome === 'reserved' ? { id: outcome.subscriptionId, amount, currency } : undefined
    properties.push({ ...base, subscription })
  }
  return properties
}

/** Mappings that somebody took away at the channel manager. */
class MappingsLostError extends DomainError {
  readonly lost: readonly ChosenListing[]

  constructor(lost: readonly ChosenListing[]) {
    super('mapping-failed', `Not mapped any more: ${lost.map(one => one.listingId).join(', ')}.`, {
      nextAction: 'Find out who took the mapping away, then choose the listing again.',
    })
    this.lost = lost
  }
}

/** Looks before it acts, and after a lost answer. */
async function switchOn(channelManager: ChannelManager, consent: Consent): Promise<void> {
  const { label } = otas[consent.ota]
  const id = consent.channelManagerChannelId ?? ''
  const channel = await channelManager.channel(id)
  if (!channel?.host)
    throw new DomainError('channel-not-found', 'The channel does not exist any more.', {
      nextAction: 'Ask for the consent again.',
    })
  if (channel.host.isTokenLost) throw tokenLost(label)
  const { listings } = channel.host
  const lost = consent.mappings.filter(
    one => one.state === 'mapped' && !listings.some(there => isSameSale(one, there)),
  )
  if (lost.length > 0) throw new MappingsLostError(lost)
  if (channel.isActive) return
  try {
    await channelManager.activate(id)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'retryable') throw error
    if ((await channelManager.channel(id))?.isActive) return
    if (error.kind === 'unknown') throw error
    throw new DomainError('activation-refused', 'The channel manager did not activate the channel.', {
      ...{ quote: error.quote, cause: error },
      nextAction: 'Do what it says, then activate again; if it says nothing, ask its support.',
    })
  }
}

interface State {
  consent: Versioned<Consent>
  properties: ConsentedProperty[]
}

/** One commit: the channels, their requests and subscriptions, audit, and one e-mail to the landlord. */
const complete = (
  deps: Deps,
  consentId: string,
  activation: Activation,
  properties: readonly Reserved[],
): Promise<Consent> =>
  change<State, State, Consent>(deps, {
    async read() {
      const consent = await readConsent(deps, consentId)
      const isOver = consent.value.activation?.id !== activation.id
      const connected = isOver ? [] : await connectedBy(deps, consent.value, activation, properties)
      return { consent, properties: connected }
    },
    decide: state => {
      const { value } = state.consent
      return value.activation?.id === activation.id ? { write: state } : { result: value }
    },
    async commit({ consent: { value, revision }, properties: connected }) {
      const at = deps.clock.now()
      const { activation: _, undo: __, reason: ___, ...rest } = value
      const fresh = connected.filter(({ before }) => !before)
      const next: Consent = {
        ...{ ...rest, state: 'active', dueAt: at },
        ...(fresh.length > 0 && {
          toLoad: { propertyIds: fresh.map(({ propertyId }) => propertyId), actor: activation.actor },
        }),
      }
      const extras = {
        audits: connected.map(one => auditOf(deps, value, activation, one)),
        ...told(deps, consentId, { value, activation, properties, fresh, at }),
      }
      const written = await deps.consents.complete(
        consentId,
        next,
        revision,
        { properties: connected, at },
        extras,
      )
      return resolvedAs(written, next)
    },
  })

/** Throws DomainError where one cannot be connected by this channel now. */
function connectedBy(
  deps: Deps,
  consent: Consent,
  activation: Activation,
  properties: readonly Reserved[],
): Promise<ConsentedProperty[]> {
  const listed = listedIn(consent)
  return Promise.all(properties.map(one => connectedOne(deps, consent, activation, one, listed)))
}

async function connectedOne(
  { connections }: Deps,
  { ota, landlordId, channelManagerChannelId }: Consent,
  activation: Activation,
  { propertyId, paymentId, subscription }: Reserved,
  listed: Listed,
): Promise<ConsentedProperty> {
  const target = { propertyId, ota }
  const sold = listed.get(propertyId)
  if (!sold)
    throw new DomainError('mapping-failed', `No listing of ${propertyId} is mapped any more.`, {
      nextAction: 'Choose its listings again, then activate.',
    })
  const record = await connections.load(target)
  const stands = record.channel !== undefined && record.channel.status !== 'disconnected'
  if (stands && record.channel?.channelManagerChannelId !== channelManagerChannelId)
    throw new DomainError('already-connected', `${propertyId} is connected by another channel.`, {
      nextAction: 'Disconnect it there first.',
    })
  if (record.channel?.status === 'disconnecting')
    throw new DomainError('connection-in-progress', `${propertyId} is being disconnected right now.`, {
      nextAction: 'Wait a minute for that to finish, then activate again.',
    })
  return {
    ...{ propertyId, paymentId, subscription, landlordId, before: stands },
    channelRevision: record.channelRevision,
    attemptId: attemptIdOf(activation, propertyId),
    listings: sold.map(one => ({
      ...{ listingId: one.listingId, ratePlanId: one.ratePlanId },
      channelManagerRatePlanId: one.channelManagerRatePlanId,
    })),
    requests: (await connections.openRequests(openRequestIds(record), target)).filter(
      ({ isCompleted }) => !isCompleted,
    ),
  }
}

const hotelIdOf = ({ listings }: Pick<ConsentedProperty, 'listings'>): string =>
  listings.map(({ listingId }) => listingId).join(', ')

const auditOf = (
  deps: Deps,
  { ota }: Consent,
  { actor }: Activation,
  { propertyId, listings }: ConsentedProperty,
) => {
  const subject = auditSubject({ propertyId, ota, hotelId: hotelIdOf({ listings }) })
  return buildAuditEntry(deps, actor, 'success', subject)
}

/** The landlord is told once, of all properties that are new. */
function told(
  deps: Deps,
  consentId: string,
  {
    value: { ota },
    activation,
    properties,
    fresh,
    at,
  }: {
    value: Consent
    activation: Activation
    properties: readonly Reserved[]
    fresh: readonly ConsentedProperty[]
    at: Date
  },
): {
  emails?: { entries: ReturnType<typeof listingLiveEmail>[]; at: Date }
  items?: { open: NewItem; previous: 'none' }[]
} {
  const [first] = fresh
  const account = properties[0]?.account
  if (!first || !account) return {}
  const names = properties.filter(one => fresh.some(({ propertyId }) => propertyId === one.propertyId))
  const about = { propertyId: first.propertyId, ota, channelId: channelIdOf({ ...first, ota }) }
  if (account.email) {
    const email = listingLiveEmail({
      ...{ emailId: `ota-listing-live_${activation.id}`, to: account.email, ota, about },
      ...{ landlordName: account.name, propertyName: names.map(({ name }) => name).join(', ') },
      hotelId: fresh.map(hotelIdOf).join(', '),
    })
    return { emails: { entries: [email], at } }
  }
  deps.log.info('a landlord has no address to be told at', { consentId })
  return {
    items: [
      {
        open: {
          ...{ id: `landlord-email-missing_${activation.id}`, kind: 'landlord-email-missing', createdAt: at },
          detail: 'The properties are live, but their landlord has no e-mail address and was not told.',
          nextAction: "Add the e-mail address to the landlord's account, and tell them that they are live.",
          ...about,
        },
        previous: 'none',
      },
    ],
  }
}

/** Ends an activation that did not work: first as such, so that nobody finishes it, then what it reserved. */
async function takeBack(
  deps: Deps,
  consentId: string,
  activation: Activation,
  error: unknown,
): Promise<void> {
  const reason = reasonIn(asDomainError(error))
  const lost = error instanceof MappingsLostError ? error.lost : []
  const after = await changeConsent(deps, consentId, current => {
    if (current.activation?.id !== activation.id) return 'done'
    const { activation: _, ...rest } = current
    return {
      ...rest,
      reason: { ...reason, of: 'activation' },
      state: current.state === 'activating' ? activation.from : current.state,
      // A failed one is sent again where it is chosen again.
      mappings: current.mappings.map(({ sentAt, ...one }) =>
        lost.some(other => isSameSale(one, other)) ? { ...one, state: 'failed', reason } : { ...one, sentAt },
      ),
      undo: activation,
      dueAt: deps.clock.now(),
    }
  })
  if (after.undo?.id === activation.id) await cancelPayments(deps, consentId, after)
}

/** Idempotent. */
export async function cancelPayments(deps: Deps, consentId: string, consent: Consent): Promise<Consent> {
  const { undo } = consent
  if (!undo) return consent
  for (const payment of undo.payments)
    await deps.billing.cancel(orderOf(consent, undo, payment, deps.clock.now()))
  return changeConsent(deps, consentId, ({ undo: now, ...rest }) => (now?.id === undo.id ? rest : 'done'))
}
