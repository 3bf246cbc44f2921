import { randomUUID } from 'node:crypto'
import { deleteApp, initializeApp } from 'firebase-admin/app'
import { type Firestore, getFirestore } from 'firebase-admin/firestore'
import { sandboxCredentials } from '../../../sandbox/src/index.ts'
import type { Actor } from '../../src/lib/actor.ts'
import type { MessageRef } from '../../src/lib/chat/ports.ts'
import type { CreateMessageInput } from '../../src/lib/chat/posting/create-message.ts'
import { postBody } from '../../src/lib/chat/posting/post-input.ts'
import type { Log } from '../../src/lib/ports.ts'
import type { Services } from '../../src/lib/services.ts'
import { limits } from '../support/chat-deps.ts'
import type { SandboxAt } from '../support/sandbox.ts'
import { Process } from './effects.ts'
import { type MemoryLog, memoryLog } from './memory-log.ts'
import type { Source } from './source.ts'

/** How long a vendor may take, in milliseconds: long enough for a busy machine, short enough for many time-outs. */
export const patience = 400

/** Nobody but the author of this world would write these; none of them may be logged. */
export const secrets = {
  email: 'maria.rossi@example.com',
  token: sandboxCredentials.twilioAuthToken,
  mailKey: sandboxCredentials.sendgridApiKey,
  indexKey: sandboxCredentials.algoliaApiKey,
}

/** A Firestore of its own, a guest who is staying, their thread, and the people in it. */
export interface World {
  source: Source
  db: Firestore
  sandbox: SandboxAt
  threadId: string
  guestId: string
  phone: string
  /** Of somebody whom nobody knows. */
  strangerPhone: string
  /** Every text that was posted or received. */
  texts: string[]
  log: MemoryLog
  services(process?: Process): Services
  close(): Promise<void>
}

export const staff: Actor = {
  uid: 'staff',
  role: 'support',
  origin: { ipAddress: '203.0.113.9', userAgent: 'A browser/1.0' },
}

let phones = 0
function nextPhone(): string {
  phones += 1
  return `+4915${1_000_000 + phones}99`
}

export async function createWorld(
  source: Source,
  sandbox: SandboxAt,
  thread: Record<string, unknown> = {},
): Promise<World> {
  const id = randomUUID().slice(0, 13)
  const app = initializeApp({ projectId: `demo-faults-${id}` }, id)
  const db = getFirestore(app)
  const [threadId, guestId, reservationId, phone] = [`t-${id}`, `g-${id}`, `r-${id}`, nextPhone()]
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const batch = db.batch()
  batch.set(db.doc(`guests/${guestId}`), { name: 'Maria Rossi', phone, email: secrets.email })
  batch.set(db.doc(`reservations/${reservationId}`), { guestId, arrival: day(-1), departure: day(30) })
  batch.set(db.doc(`threads/${threadId}`), {
    source: 'guest',
    participantIds: ['staff', 'landlord', guestId],
    needsAttention: [],
    needsAttentionMap: {},
    reservationId,
    ...thread,
  })
  await batch.commit()
  const log = memoryLog()
  const ports = portsOf(source, db, sandbox.url, log)
  return {
    source,
    db,
    sandbox,
    threadId,
    guestId,
    phone,
    strangerPhone: nextPhone(),
    texts: [],
    log,
    services: (process = new Process()) => servicesOf(source, ports, log, process),
    close: () => deleteApp(app),
  }
}

function portsOf(source: Source, db: Firestore, sandboxUrl: string, log: Log) {
  const vendor = { timeoutMs: patience }
  const twilio = {
    ...vendor,
    url: `${sandboxUrl}/twilio`,
    accountSid: sandboxCredentials.twilioAccountSid,
    authToken: sandboxCredentials.twilioAuthToken,
    chatappSender: sandboxCredentials.chatappSender,
    smsSender: sandboxCredentials.smsSender,
  }
  return {
    messages: source.messages(db, log),
    auditLog: source.auditLog(db),
    inbound: source.inbound(db),
    guests: source.guests(db),
    checkpoints: source.checkpoints(db),
    items: source.items(db),
    threads: source.threads(db),
    outbox: source.outbox(db),
    inboundLog: source.twilioInboundLog(twilio, log),
    messenger: source.twilioMessenger({
      ...twilio,
      publicUrl: 'https://platform.example',
      templates: {},
    }),
    guestPlatform: source.guestPlatform({
      ...vendor,
      url: `${sandboxUrl}/guest-platform`,
      apiKey: sandboxCredentials.guestPlatformApiKey,
    }),
    index: source.algoliaThreadIndex({
      ...vendor,
      url: `${sandboxUrl}/algolia`,
      appId: sandboxCredentials.algoliaAppId,
      apiKey: sandboxCredentials.algoliaApiKey,
      index: 'threads',
    }),
    mailer: source.sendgridMailer({
      ...vendor,
      url: `${sandboxUrl}/sendgrid`,
      apiKey: sandboxCredentials.sendgridApiKey,
      sender: 'Platform <live@platform.example>',
      templates: { 'ota-listing-live': `d-${'0'.repeat(32)}`, 'support-message': `d-${'1'.repeat(32)}` },
    }),
  }
}

const unused = (): never => {
  throw new Error('this world has no such service')
}

/** The services of one process: each of its calls of a port is an effect. */
function servicesOf(source: Source, ports: ReturnType<typeof portsOf>, log: Log, process: Process): Services {
  const seen = <Name extends keyof typeof ports>(name: Name) => process.watch(name, ports[name])
  const system = { clock: { ...source.systemClock, sleep: async () => {} }, ids: source.randomIds, log }
  const posts = () => ({
    ...system,
    messages: seen('messages'),
    auditLog: seen('auditLog'),
    rules: { joinPolicy: 'authenticated' as const, limits },
    body: postBody(limits),
  })
  const receiving = () => ({
    ...posts(),
    inbound: seen('inbound'),
    guests: seen('guests'),
    media: { isProviders: () => false },
  })
  return {
    ...({} as Services),
    log,
    maxRequestBytes: unused,
    authenticate: unused,
    connectProperty: unused,
    messagingWebhook: unused,
    createMessage: async () => posts(),
    receiveMessage: async () => receiving(),
    receiveMissed: async () => ({
      ...receiving(),
      checkpoints: seen('checkpoints'),
      items: seen('items'),
      inboundLog: async () => seen('inboundLog'),
    }),
    changeThread: async () => ({ ...system, threads: seen('threads') }),
    deliverMessage: async () => ({
      ...system,
      messages: seen('messages'),
      messenger: async () => seen('messenger'),
    }),
    retryMessage: async () => ({
      ...system,
      auditLog: seen('auditLog'),
      messages: seen('messages'),
      messenger: async () => seen('messenger'),
    }),
    reportStatus: async () => ({ ...system, messages: seen('messages') }),
    forwardMessage: async () => ({
      ...system,
      messages: seen('messages'),
      guestPlatform: async () => seen('guestPlatform'),
    }),
    syncThread: async () => ({ threads: seen('threads'), index: async () => seen('index') }),
    sendEmail: async () => ({
      ...system,
      outbox: seen('outbox'),
      mailer: async () => seen('mailer'),
      publicUrl: 'https://platform.example',
    }),
  }
}

/** Posts as the HTTP side does; answers the stored message's place. */
export async function post(
  world: World,
  input: Partial<CreateMessageInput> & { body: string },
  { actor = staff, process = new Process() }: { actor?: Actor; process?: Process } = {},
): Promise<MessageRef> {
  world.texts.push(input.body)
  const deps = await world.services(process).createMessage()
  const { message } = await world.source.createMessage(deps, actor, {
    threadId: world.threadId,
    source: 'platform',
    type: 'message',
    contentType: 'text',
    ...input,
  })
  return { threadId: message.threadId, messageId: message.messageId }
}

/** The events of a message's creation, in the order given; any of them may be left out or repeated. */
export const events = ['deliver', 'forward', 'sync'] as const
export type Event = (typeof events)[number]

/** One delivery of an event, as the platform makes it: with the document as it was created. */
export async function deliverEvent(
  world: World,
  ref: MessageRef,
  event: Event,
  process = new Process(),
): Promise<void> {
  const { onMessageDeliver, onMessageForward, syncThreadById } = world.source
  const services = world.services(process)
  if (event === 'sync') return syncThreadById(services, ref.threadId)
  const stored = (await world.db.doc(`threads/${ref.threadId}/messages/${ref.messageId}`).get()).data()
  const created = {
    ...stored,
    delivery: asCreated(stored?.delivery),
    forwarding: asCreated(stored?.forwarding),
  }
  if (event === 'deliver') return onMessageDeliver(services, ref, created)
  return onMessageForward(services, ref, created)
}

const asCreated = (state: Record<string, unknown> | undefined) =>
  state && { reservationId: state.reservationId, status: 'pending', attempts: 0 }
