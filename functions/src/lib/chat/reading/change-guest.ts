import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import { buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { DomainError } from '../../errors.ts'
import { guestKeys } from '../../finding-keys.ts'
import { isAmong } from '../../spellings.ts'
import { fieldRemoval, patch, union, without } from '../../store.ts'
import { ownAddresses, phoneNumber, requirePossible } from '../channels/phone.ts'
import { type Guest, guests, storedGuest } from '../guest.ts'
import { openFor } from '../opening/open-thread.ts'
import { keepOptOuts } from '../opt-outs.ts'
import { threads } from '../thread-writes.ts'
import { type AboutGuest, shownGuest } from './about-thread.ts'

const line = z.string().trim().min(1).max(200)

export const guestChange = z.strictObject({
  name: line.optional(),
  phone: phoneNumber.optional(),
  email: z.email().max(254).optional(),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be the code of a language, such as de or pt-BR')
    .nullable()
    .optional(),
  note: z.string().trim().min(1).max(2_000).nullable().optional(),
})
type GuestFields = z.output<typeof guestChange>

type Deps = Needs<'rules' | 'store'>

/** Another phone begins without consent; an opt-out stays with its number. Throws `not-found`, `validation-failed`. */
export async function changeGuest(
  deps: Deps,
  actor: Actor,
  { guestId, ...fields }: { guestId: string } & GuestFields,
): Promise<AboutGuest> {
  if (fields.phone) await requirePossible(fields.phone, 'phone')
  const audit = buildAuditEntry(deps, actor, {
    action: 'guest.change',
    targetType: 'guest',
    targetId: guestId,
    metadata: { fields: Object.keys(fields).sort().join() },
  })
  const place = guests.named(guestId)
  const changed = await amend(deps, {
    audit,
    async read() {
      const guest = place && (await deps.store.read(place))
      // Before the commit: without the former number nothing would lead to its opt-out.
      if (guest && isOtherPhone(guest.value, fields)) await keepOptOuts(deps, guest)
      return guest
    },
    decide(guest) {
      if (!place || !guest) throw new DomainError('not-found', 'There is no such guest.')
      const { id, value, revision } = guest
      const changes = changesOf(value, fields, deps.clock.now())
      const writes = Object.keys(changes).length > 0 ? [patch(place, changes, revision)] : []
      const { optedOut } = 'optedOut' in changes ? storedGuest.parse({}) : value
      return { writes, result: shownGuest({ id, value: { ...value, ...fields, optedOut } }) }
    },
  })
  if (fields.name !== undefined) await renameThreads(deps, guestId)
  return changed
}

const isOtherPhone = ({ phone }: Guest, { phone: next }: GuestFields): boolean =>
  next !== undefined && !isAmong([next], phone)

const changesOf = (guest: Guest, fields: GuestFields, now: Date): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? fieldRemoval])),
  ...guestKeys(fields),
  ...(isOtherPhone(guest, fields) && {
    phoneSince: now,
    ...without([...numberFields, ...(ownAddresses(guest).length > 0 ? ['optedOut'] : [])]),
    ...(guest.phone && { formerPhones: union(guest.phone) }),
  }),
})

const numberFields = ['optedIn', 'chatappIds', 'lastChatappInboundAt', 'lastChatappAddress']

async function renameThreads(deps: Deps, guestId: string): Promise<void> {
  for (const { value } of await deps.store.find(threads.sound.where('guestId', '==', guestId)))
    await openFor(deps, { guestId, propertyId: value.propertyId }, { isOpened: false })
}
