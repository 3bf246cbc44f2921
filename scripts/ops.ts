import { parseArgs } from 'node:util'
import { changeParticipant } from '../functions/src/lib/chat/change-participant.ts'
import { dayOf } from '../functions/src/lib/days.ts'
import { laneNames } from '../functions/src/lib/due/lanes.ts'
import { isDocumentId } from '../functions/src/lib/identifiers.ts'
import type { OpsContext } from '../functions/src/lib/ops/context.ts'
import { liftCap, namedCap, setPaused } from '../functions/src/lib/ops/lanes-and-caps.ts'
import { correctMemberships } from '../functions/src/lib/ops/memberships.ts'
import { migrate } from '../functions/src/lib/ops/migrate.ts'
import { resend, type SentKind } from '../functions/src/lib/ops/resend.ts'
import { namesOf, recordOf } from '../functions/src/lib/record-of.ts'
import { actor, opsContext, person } from './ops/context.ts'
import { showDue } from './ops/due.ts'
import { helpOf } from './ops/help.ts'
import { mendStuck, stuckHelp } from './ops/stuck.ts'
import { type OpenFirestore, openProject } from './ops/target.ts'
import { asCommand, StackError } from './stack/errors.ts'

/** The kind of sends of each vendor. */
const sentBy = new Map<string, SentKind>([
  ['twilio', 'messages'],
  ['sendgrid', 'emails'],
  ['guest-platform', 'forwards'],
])

const names = [
  ...['project', 'lane', 'cap', 'id', 'vendor', 'status', 'since', 'until', 'guest', 'address'],
  ...['thread', 'add', 'remove', 'document', 'channel', 'attempt', 'revision', 'kind'],
] as const
const text = { type: 'string' } as const
const options = {
  ...recordOf(names, () => text),
  keep: { ...text, multiple: true },
  hours: { ...text, default: '24' },
  'dry-run': { type: 'boolean', default: false },
} as const

type Values = ReturnType<typeof parsed>['values']
const parsed = (args: string[]) => parseArgs({ args, allowPositionals: true, options })

type Run = (context: OpsContext, values: Values) => Promise<object>

// Loads the vendors' SDKs, which no other command needs.
const guestCommands = () => import('./ops/guest.ts')

/** Each command's options and purpose, for the help; `run` prints its steps and returns the last line. */
const commands: Readonly<Record<string, readonly [options: string, does: string, run: Run]>> = {
  due: ['', 'lists due work, by kind and age', showDue],
  pause: [
    '--lane L',
    `closes a lane: ${laneNames.join(', ')}`,
    (context, values) => setLane(context, values, person),
  ],
  resume: ['--lane L', 'opens a lane', (context, values) => setLane(context, values, null)],
  lift: [
    '--cap all|members | --cap user|guest --id ID',
    'lets more paid messages be sent today than the cap says',
    lift,
  ],
  resend: [
    '--vendor V --status failed,unknown [--since T] [--until T] [--hours H]',
    `repeats sends that failed or are unknown: ${[...sentBy.keys()].join(', ')}`,
    resendAll,
  ],
  memberships: [
    '[--keep UID]…',
    'takes membership from users who came in only by posting, except those to keep',
    (context, { keep = [], 'dry-run': isDryRun }) =>
      correctMemberships(context, actor, { exceptions: keep, isDryRun }),
  ],
  participants: [
    '--thread T --add UID | --remove UID',
    'adds a member, also one who came in by posting; takes one out',
    changeParticipants,
  ],
  'export-guest': [
    '--guest ID',
    'everything that is stored of a guest, in the last line',
    async (context, values) => (await guestCommands()).exportCommand(context, values),
  ],
  'erase-guest': [
    '--guest ID',
    'takes it away, at the vendors, too; what is left is done by doing it again',
    async (context, values) => (await guestCommands()).eraseCommand(context, values),
  ],
  migrate: [
    '',
    'brings what is stored to the shapes of this release, after an update',
    async (context, { 'dry-run': isDryRun }) => ({
      dryRun: isDryRun,
      migrations: await migrate(context, actor, { isDryRun }),
    }),
  ],
  ...recordOf(namesOf(stuckHelp), name => [
    ...stuckHelp[name],
    (context: OpsContext, values: Values) => mendStuck(context, name, values),
  ]),
}

const usage = helpOf(
  Object.entries(commands).map(([name, [options, does]]) => [`${name} ${options}`.trim(), does]),
)

async function setLane(context: OpsContext, values: Values, pausedBy: string | null): Promise<object> {
  const lane = laneNames.find(one => one === values.lane)
  if (!lane) throw new StackError(`There is no lane ${values.lane ?? ''}`, usage)
  const paused = pausedBy !== null
  if (values['dry-run']) return { lane, paused, dryRun: true }
  await setPaused(context, actor, { lane, pausedBy })
  console.log(paused ? `${lane} is paused: what is due waits, and is not lost` : `${lane} is open`)
  return { lane, paused }
}

async function resendAll(context: OpsContext, values: Values): Promise<object> {
  const { vendor = '', status = '', 'dry-run': dryRun } = values
  const statuses = status.split(',').filter(one => one !== '')
  const areKnown = statuses.every(one => one === 'failed' || one === 'unknown')
  const what = sentBy.get(vendor)
  if (!what || statuses.length === 0 || !areKnown)
    throw new StackError('resend needs --vendor and --status failed, unknown or both', usage)
  const hours = Number(values.hours)
  if (!(hours > 0)) throw new StackError(`${values.hours} is no number of hours`, 'Such as 2')
  const times = { since: timeOf(values.since), until: timeOf(values.until) }
  const ended = await resend(context, actor, { what, vendor, statuses, hours, ...times, isDryRun: dryRun })
  return { vendor, ...ended, dryRun }
}

function timeOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new StackError(`${text} is no time`, 'Such as 2026-05-01T12:00:00Z')
  return time
}

async function changeParticipants(context: OpsContext, values: Values): Promise<object> {
  const { thread = '', add, remove, 'dry-run': dryRun } = values
  const userId = add ?? remove
  if (!isDocumentId(thread) || !userId || (add !== undefined && remove !== undefined))
    throw new StackError('participants needs --thread and one of --add and --remove', usage)
  const added = add !== undefined
  if (dryRun) return { thread, userId, added, dryRun }
  const changed = await changeParticipant(context, actor, { threadId: thread, userId, isAdded: added })
  return { thread, userId, added, changed }
}

async function lift(context: OpsContext, { cap, id, 'dry-run': dryRun }: Values): Promise<object> {
  const counter = namedCap(cap, id)
  if (!counter)
    throw new StackError('lift needs --cap all or members, or --cap user or guest with --id', usage)
  if (dryRun) return { ...counter, day: dayOf(new Date()), dryRun }
  const day = await liftCap(context, actor, { counter, liftedBy: person })
  console.log(`the cap is lifted until the end of ${day} (UTC); resend sends again what failed by it`)
  return { ...counter, day, lifted: true }
}

/** Runs the command that `words` name; the last line of output is JSON. */
export async function ops(words: string[], open: OpenFirestore = openProject): Promise<void> {
  const { values, positionals } = parsed(words)
  const [name = ''] = positionals
  const [, , run] = (Object.hasOwn(commands, name) && commands[name]) || []
  if (!run) throw new StackError(name ? `There is no ops ${name}` : 'Say what to do', usage)
  const { sdk } = await open(values.project)
  console.log(JSON.stringify(await run(opsContext(sdk, values.project), values)))
}

if (import.meta.main) await asCommand(() => ops(process.argv.slice(2)))
