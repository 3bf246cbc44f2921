import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { initializeApp } from 'firebase-admin/app'
import { type Firestore, getFirestore } from 'firebase-admin/firestore'
import { accompany, auditLog } from '../functions/src/adapters/firestore/company.ts'
import { laneStates } from '../functions/src/adapters/firestore/lanes.ts'
import { liftCap } from '../functions/src/adapters/firestore/spending.ts'
import { systemClock } from '../functions/src/adapters/system.ts'
import type { AuditEntry } from '../functions/src/lib/audit.ts'
import { dayOf } from '../functions/src/lib/chat/delivery/spending.ts'
import { isMember, withMember, withoutParticipant } from '../functions/src/lib/chat/membership.ts'
import { changeLane, open } from '../functions/src/lib/due/lane-state.ts'
import { type Lane, laneNames } from '../functions/src/lib/due/lanes.ts'
import { isDocumentId } from '../functions/src/lib/identifiers.ts'
import { firestoreByEnvironment } from './firestore.ts'
import { listDue } from './ops/due.ts'
import { helpOf } from './ops/help.ts'
import { liftedCap } from './ops/lift.ts'
import { changeMemberships, countThreads, findJoined, markJoined } from './ops/memberships.ts'
import { mend } from './ops/mend.ts'
import { migrateStored } from './ops/migrate.ts'
import { byVendor, resend } from './ops/resend.ts'
import { type StuckState, stuckStates } from './ops/stuck.ts'
import { mustAnswer, opsProject } from './ops/target.ts'
import { describeError, StackError } from './stack/errors.ts'

/** Who does it, in the audit log and on items. */
const actorId = `ops:${userInfo().username}`

const usage = helpOf([
  ['due', 'what is due, by kind and age'],
  ['pause --lane L, resume --lane L', `closes a lane, opens it: ${laneNames.join(', ')}`],
  [
    'lift --cap all | --cap user|thread|guest --id ID',
    'lets more paid messages be sent today than the cap says',
  ],
  [
    'resend --vendor V --status failed,unknown [--since T] [--until T] [--hours H]',
    `sends again what was not sent: ${Object.keys(byVendor).join(', ')}`,
  ],
  ['memberships [--keep UID]…', 'who came in only by posting is no member, but for those to keep'],
  [
    'participants --thread T --add UID | --remove UID',
    'adds a member, however they came in before; takes one out',
  ],
  ['export-guest --guest ID', 'everything that is stored of a guest, in the last line'],
  ['erase-guest --guest ID', 'takes it away, at the vendors, too; what is left is done by doing it again'],
  [
    'migrate',
    'brings what is stored to the shapes of this release; after an update, goes on where it stopped',
  ],
  ...Object.entries(stuckStates).map(([name, { usage, does }]): [string, string] => [
    `${name} ${usage}`,
    does,
  ]),
])

const options = {
  project: { type: 'string' },
  lane: { type: 'string' },
  cap: { type: 'string' },
  id: { type: 'string' },
  vendor: { type: 'string' },
  status: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  hours: { type: 'string', default: '24' },
  keep: { type: 'string', multiple: true },
  thread: { type: 'string' },
  add: { type: 'string' },
  remove: { type: 'string' },
  guest: { type: 'string' },
  address: { type: 'string' },
  document: { type: 'string' },
  channel: { type: 'string' },
  attempt: { type: 'string' },
  revision: { type: 'string' },
  kind: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
} as const

type Values = ReturnType<typeof parsed>['values']
const parsed = () => parseArgs({ allowPositionals: true, options })

/** Each prints what it does and answers its last line. */
const commands: Readonly<Record<string, (db: Firestore, values: Values) => Promise<object>>> = {
  due: listDue,
  pause: (db, values) => setPaused(db, values, userInfo().username),
  resume: (db, values) => setPaused(db, values, null),
  resend: resendAll,
  memberships: putMembershipsRight,
  participants: changeParticipants,
  lift,
  migrate: (db, values) => migrateStored(db, values['dry-run'], entry),
  // With the vendors' SDKs, which no other command waits for.
  'export-guest': async (db, values) => (await guestCommands()).exportCommand(db, values, entry),
  'erase-guest': async (db, values) => (await guestCommands()).eraseCommand(db, values, entry),
  ...Object.fromEntries(Object.entries(stuckStates).map(([name, state]) => [name, mendStuck(name, state)])),
}

const guestCommands = () => import('./ops/guest/commands.ts')

function mendStuck(name: string, { find }: StuckState) {
  return async (db: Firestore, values: Values): Promise<object> =>
    mend(db, await find(db, values), {
      isDryRun: values['dry-run'],
      by: actorId,
      entry: document => entry(`ops.${name}`, 'document', document, {}),
    })
}

async function setPaused(
  db: Firestore,
  { lane: name, 'dry-run': dryRun }: Values,
  pausedBy: string | null,
): Promise<object> {
  const lane = laneNames.find(one => one === name)
  if (!lane) throw new StackError(`There is no lane ${name ?? ''}`, usage)
  const paused = pausedBy !== null
  if (dryRun) return { lane, paused, dryRun }
  await changeLane(
    { clock: systemClock, lanes: laneStates(firestoreByEnvironment(db)) },
    lane,
    // Whoever has it go on means now.
    before => ({ ...(paused ? before : (open(before) ?? before)), pausedBy }),
    {
      audits: [entry(pausedBy === null ? 'lane.resume' : 'lane.pause', 'lane', lane, {})],
    },
  )
  console.log(pausedBy === null ? `${lane} is open` : `${lane} is paused: what is due waits, and is not lost`)
  return { lane, paused }
}

async function resendAll(db: Firestore, values: Values): Promise<object> {
  const { vendor = '', status = '', 'dry-run': isDryRun } = values
  const statuses = status.split(',').filter(one => one !== '')
  if (
    !byVendor[vendor] ||
    statuses.length === 0 ||
    statuses.some(one => one !== 'failed' && one !== 'unknown')
  )
    throw new StackError('resend needs --vendor and --status failed, unknown or both', usage)
  const hours = Number(values.hours)
  if (!(hours > 0)) throw new StackError(`${values.hours} is no number of hours`, 'Such as 2')
  const wanted = { vendor, statuses, hours, since: timeOf(values.since), until: timeOf(values.until) }
  const found = await resend(db, { ...wanted, isDryRun: true }, () => {})
  console.log(`${found} to send again by ${vendor}`)
  if (isDryRun || found === 0) return { vendor, found, resent: 0, dryRun: isDryRun }
  const about = { vendor, status, since: values.since ?? null, until: values.until ?? null, found }
  const log = auditLog(firestoreByEnvironment(db))
  await log.append(entry('ops.resend-begun', 'vendor', vendor, about))
  const resent = await resend(db, { ...wanted, isDryRun: false }, count =>
    console.log(`${count} of ${found}`),
  )
  await log.append(entry('ops.resend', 'vendor', vendor, { ...about, resent }))
  return { vendor, found, resent, dryRun: false }
}

async function putMembershipsRight(db: Firestore, values: Values): Promise<object> {
  const { keep: kept = [], 'dry-run': dryRun } = values
  const threads = await countThreads(db)
  console.log(`${threads} threads to look through`)
  const joined = await findJoined(db, kept, (found, seen) => {
    for (const { threadId, userIds } of found) console.log(`${threadId}: ${userIds.join(', ')}`)
    console.log(`${seen} of ${threads}`)
  })
  const users: Record<string, number> = {}
  for (const id of joined.flatMap(({ userIds }) => userIds)) users[id] = (users[id] ?? 0) + 1
  console.log(`${joined.length} threads in which somebody counts as member and came in by posting`)
  const about = { threads, found: joined.length, users, kept, dryRun }
  if (dryRun || joined.length === 0) return { ...about, changed: 0 }
  const changed = await markJoined(db, joined, count => console.log(`${count} of ${joined.length}`))
  const metadata = { found: joined.length, changed, kept: kept.join(',') }
  await auditLog(firestoreByEnvironment(db)).append(entry('ops.memberships', 'threads', 'all', metadata))
  return { ...about, changed }
}

async function changeParticipants(db: Firestore, values: Values): Promise<object> {
  const { thread = '', add, remove, 'dry-run': dryRun } = values
  const userId = add ?? remove
  if (!isDocumentId(thread) || !userId || (add !== undefined && remove !== undefined))
    throw new StackError('participants needs --thread and one of --add and --remove', usage)
  if (dryRun) return { thread, userId, added: add !== undefined, dryRun }
  const done = add === undefined ? 'thread.remove-participant' : 'thread.add-participant'
  const changed = await changeMemberships(
    db,
    thread,
    stored => {
      if (add !== undefined) return isMember(stored, userId) ? undefined : withMember(stored, userId)
      return stored.participantIds.includes(userId) ? withoutParticipant(stored, userId) : undefined
    },
    { audits: [entry(done, 'thread', thread, { userId })] },
  )
  if (changed === undefined) throw new StackError(`There is no thread ${thread}`, 'Look at its id.')
  return { thread, userId, added: add !== undefined, changed }
}

async function lift(db: Firestore, { cap, id, 'dry-run': dryRun }: Values): Promise<object> {
  const counter = liftedCap(cap, id)
  if (!counter) throw new StackError('lift needs --cap all, or --cap user, thread or guest with --id', usage)
  const [now, by] = [systemClock.now(), userInfo().username]
  const day = dayOf(now)
  if (dryRun) return { ...counter, day, dryRun }
  const firestore = firestoreByEnvironment(db)
  const batch = firestore.batch()
  liftCap(firestore, batch, { ...counter, day, liftedBy: by })
  accompany(firestore, batch, {
    audits: [entry('spend-cap.lift', 'spend-cap', counter.cap, { ...counter, day })],
  })
  await batch.commit()
  console.log(`the cap is lifted until the end of ${day} (UTC); resend sends again what failed by it`)
  return { ...counter, day, lifted: true }
}

function timeOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new StackError(`${text} is no time`, 'Such as 2026-05-01T12:00:00Z')
  return time
}

const entry = (
  action: string,
  targetType: string,
  targetId: Lane | string,
  metadata: AuditEntry['metadata'],
): AuditEntry => ({
  ...{ id: randomUUID(), action, outcome: 'success', actorId },
  ...{ ipAddress: '', userAgent: 'npm run ops', targetType, targetId, metadata, at: new Date() },
})

try {
  const { values, positionals } = parsed()
  const command = commands[positionals[0] ?? '']
  if (!command)
    throw new StackError(positionals[0] ? `There is no ops ${positionals[0]}` : 'Say what to do', usage)
  const projectId = opsProject(process.env, values.project)
  if (values.project === undefined) await mustAnswer(`http://${process.env.FIRESTORE_EMULATOR_HOST}`)
  const db = getFirestore(initializeApp({ projectId }))
  console.log(JSON.stringify(await command(db, values)))
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`)
  process.exitCode = 1
}
