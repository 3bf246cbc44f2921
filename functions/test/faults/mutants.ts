import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import type { FaultName } from './faults.ts'
import type { scenarios } from './scenarios.ts'
import { realSource } from './source.ts'

/** A copy of the source with one deliberate mistake in it. */
export interface Mutation {
  name: string
  file: string
  /** Occurs exactly once in the file. */
  find: string
  replace: string
}

/** A mistake, and what shows it. */
export interface Mutant extends Mutation {
  /** Scenarios and faults that bring it to light; without them random histories do. */
  shownBy?: { scenario: keyof typeof scenarios; faults: FaultName[] }
  /** The promise that it breaks, in the words of the first violation. */
  breaks: string | RegExp
}

const delivery = 'lib/chat/delivery'
const anyFault: FaultName[] = ['ten times slower']

export const mutants: readonly Mutant[] = [
  {
    name: 'sends before it claims',
    file: `${delivery}/deliver-message.ts`,
    find: `  const revision = await deps.deliveries.claim(ref, context.message.revision, claim)
  if (revision === undefined) return 'changed'
  const message = { value: { ...context.message.value, delivery: claim }, revision }
  const decide = await attemptSend({ ...deps, messenger }, channel, message.value, claim)
`,
    replace: `  const decide = await attemptSend({ ...deps, messenger }, channel, context.message.value, claim)
  const revision = await deps.deliveries.claim(ref, context.message.revision, claim)
  if (revision === undefined) return 'changed'
  const message = { value: { ...context.message.value, delivery: claim }, revision }
`,
    shownBy: { scenario: 'delivery', faults: ['die before'] },
    breaks: 'I2:',
  },
  {
    name: 'claims although somebody else has claimed',
    file: 'adapters/firestore/messages.ts',
    find: '.update({ delivery }, unchanged(revision))',
    replace: '.update({ delivery })',
    shownBy: { scenario: 'delivery', faults: ['lease runs out before'] },
    breaks: 'I3: still open',
  },
  {
    name: 'sends again after a time-out',
    file: `${delivery}/deliver-message.ts`,
    find: "return { ...settled(claim), status: 'unknown', failure: outcomeLookedUp, lookUpAt, callEnded: true }",
    replace: 'return lookUpAt ? retriedLater(unclaimed, now) : claim',
    shownBy: { scenario: 'delivery', faults: ['slower than the time-out'] },
    breaks: 'I2:',
  },
  {
    name: 'sends again when a lease has run out',
    file: `${delivery}/deliver-message.ts`,
    find: "return { delivery: { ...settled(delivery), status: 'unknown', failure: outcomeLookedUp, lookUpAt: now } }",
    replace: "return { delivery: { ...settled(delivery), status: 'pending', failure: outcomeLookedUp } }",
    shownBy: { scenario: 'delivery', faults: ['die after'] },
    breaks: 'I2:',
  },
  {
    name: 'takes what the provider does not show for never sent, whoever may still send it',
    file: `${delivery}/look-up.ts`,
    find: "finding === 'absent' && delivery.callEnded && age >= sureAfter",
    replace: "finding === 'absent' && age >= sureAfter",
    shownBy: { scenario: 'delivery', faults: ['lease runs out before'] },
    breaks: 'I2:',
  },
  {
    name: 'leaves alone what died while it sent',
    file: 'adapters/firestore/messages.ts',
    find: "['pending', 'sending']",
    replace: "['pending']",
    shownBy: { scenario: 'delivery', faults: ['die before', 'die after'] },
    breaks: 'a send that is sending',
  },
  {
    name: 'never looks up what became of a send',
    file: `${delivery}/look-up.ts`,
    find: 'if (free.length === 0)',
    replace: "if (free.length >= 0) return 'unclear'\n  if (free.length === 0)",
    shownBy: { scenario: 'delivery', faults: ['lose the reply'] },
    breaks: 'was sent but is unknown',
  },
  {
    name: 'takes a send of another message for its own',
    file: `${delivery}/look-up.ts`,
    find: '!taken.has(providerMessageId)',
    replace: 'taken.size >= 0',
    shownBy: { scenario: 'two equal texts', faults: ['time-out', 'reset'] },
    breaks: 'I15: two messages have the same provider id',
  },
  {
    name: 'lets a late status undo a better one',
    file: `${delivery}/provider-status.ts`,
    find: "const isForward = rank[report.status] > rank[delivery.status] && delivery.status !== 'failed'",
    replace: 'const isForward = rank[report.status] !== rank[delivery.status]',
    shownBy: { scenario: 'a status callback', faults: anyFault },
    breaks: 'although it was delivered',
  },
  {
    name: 'writes the search record without its version',
    file: 'adapters/algolia/thread-index.ts',
    find: "version: { _operation: 'IncrementSet', value: version }",
    replace: 'version',
    shownBy: { scenario: 'sync', faults: ['lease runs out before'] },
    breaks: 'I13:',
  },
  {
    name: 'writes the thread although it has changed',
    file: 'adapters/firestore/post-store.ts',
    find: '{ ...thread }, unchanged(threadRevision))',
    replace: '{ ...thread })',
    // What is lost is the thread's last message, or whom it concerns.
    breaks: /I[46]:/,
  },
  {
    name: 'takes no notice of the id that the client chose',
    file: 'lib/chat/posting/create-message.ts',
    find: 'const messageId = input.messageId ?? deps.ids.message()',
    replace: 'const messageId = deps.ids.message()',
    shownBy: { scenario: 'a post', faults: ['lose the reply'] },
    breaks: 'I1:',
  },
  {
    name: 'stores the message without its audit entry',
    file: 'adapters/firestore/post-store.ts',
    find: 'if (audit)',
    replace: 'if (audit && !thread)',
    shownBy: { scenario: 'a post', faults: anyFault },
    breaks: 'I12:',
  },
  {
    name: 'has the author attend to their own message',
    file: 'lib/chat/attention.ts',
    find: '...participantIds.filter(id => id !== authorId)',
    replace: '...participantIds, authorId',
    shownBy: { scenario: 'sync', faults: anyFault },
    breaks: 'I5:',
  },
  {
    name: 'clears everybody’s attention when one reads',
    file: 'lib/chat/reading/mark-read.ts',
    find: 'attentionWithout(thread, actor.uid), version',
    replace: 'attentionWithout({ needsAttention: [], needsAttentionMap: {} }, actor.uid), version',
    breaks: 'I4:',
  },
  {
    name: 'leaves no trace of an inbound message',
    file: 'lib/chat/posting/create-message.ts',
    find: '      inbound,\n      inboundRevision',
    replace: '      inbound: undefined,\n      inboundRevision',
    shownBy: { scenario: 'an inbound message', faults: anyFault },
    breaks: 'I15:',
  },
  {
    name: 'shows the newest message although it is a note',
    file: 'lib/chat/public-message.ts',
    find: "lastMessage?.type === 'note'",
    replace: "lastMessage?.type === 'never'",
    shownBy: { scenario: 'the sync of a note', faults: anyFault },
    breaks: 'a note is in the index',
  },
  {
    name: 'mails again when the mailer did not answer',
    file: 'lib/email/send-email.ts',
    find: "error.kind === 'unknown') return 'unknown'",
    replace: "error.kind === 'unknown') return 'pending'",
    shownBy: { scenario: 'an e-mail', faults: ['lose the reply'] },
    breaks: 'I11:',
  },
  {
    name: 'logs whom it writes to',
    file: `${delivery}/deliver-message.ts`,
    find: "deps.log.warn('send failed', { threadId,",
    replace: "deps.log.warn('send failed', { to: claim.to, threadId,",
    shownBy: { scenario: 'delivery', faults: ['time-out'] },
    breaks: 'I16:',
  },
  {
    name: 'takes a time-out for a failure',
    file: `${delivery}/deliver-message.ts`,
    find: "return { ...settled(claim), status: 'unknown', failure: outcomeLookedUp, lookUpAt, callEnded: true }",
    replace:
      "return { ...settled(claim), status: lookUpAt ? 'failed' : 'unknown', failure: outcomeLookedUp }",
    shownBy: { scenario: 'delivery', faults: ['slower than the time-out'] },
    breaks: 'was sent but is failed',
  },
  {
    name: 'lets a failure that is told late undo an arrival',
    file: `${delivery}/provider-status.ts`,
    find: "const isForward = rank[report.status] > rank[delivery.status] && delivery.status !== 'failed'",
    replace: "const isForward = rank[report.status] > rank[delivery.status] || report.status === 'failed'",
    shownBy: { scenario: 'a status callback', faults: anyFault },
    breaks: 'is failed although it was delivered',
  },
  {
    name: 'tells inbound messages apart by the event that brings them only',
    file: 'lib/chat/inbound/receive-message.ts',
    find: `      messageId: providerMessageId,
      externalMessageId: providerMessageId,
      body,
      contentType: 'text',
      ...(attachments.length > 0 && { attachments }),
      ...(metadata && { metadata }),
      inbound: { providerMessageId, ...trace },`,
    replace: `      externalMessageId: providerMessageId,
      body,
      contentType: 'text',
      ...(attachments.length > 0 && { attachments }),
      ...(metadata && { metadata }),
      inbound: { providerMessageId: \`SM\${deps.ids.message().replaceAll('-', '')}\`, ...trace },`,
    shownBy: { scenario: 'an inbound message', faults: anyFault },
    breaks: 'I15: two messages have the same provider id',
  },
  {
    name: 'gives up a forward that would work later',
    file: 'lib/chat/forwarding/forward-message.ts',
    find: "error.kind === 'permanent') return",
    replace: "error.kind !== 'unknown') return",
    shownBy: { scenario: 'forwarding', faults: [429] },
    breaks: 'is failed',
  },
  {
    name: 'tells nobody of an e-mail that may not have come',
    file: 'adapters/firestore/emails.ts',
    find: 'if (item) {',
    replace: "if (item && status !== 'unknown') {",
    shownBy: { scenario: 'an e-mail', faults: ['lose the reply'] },
    breaks: 'and nobody is told',
  },
  {
    name: 'takes a stale record for written',
    file: 'triggers/sweeps.ts',
    find: 'await syncThread(deps, mark.threadId)',
    replace: 'if (!mark) await syncThread(deps, mark)',
    shownBy: { scenario: 'the sweep of a stale record', faults: anyFault },
    breaks: 'I13: the sweeps left the index behind',
  },
]

/** Copies the source; answers the copy's root. */
export async function copySource(name: string): Promise<string> {
  const root = new URL(`../../.mutants/${name}/src`, import.meta.url).pathname
  await cp(realSource, root, { recursive: true })
  return root
}

/** Writes the mutant's source down; answers its root. */
export async function growMutant({ file, find, replace }: Mutation, name: string): Promise<string> {
  const root = await copySource(name)
  const code = await readFile(`${root}/${file}`, 'utf8')
  if (code.split(find).length !== 2) throw new Error(`"${find}" does not occur once in ${file}`)
  await writeFile(
    `${root}/${file}`,
    code.replace(find, () => replace),
  )
  return root
}

/** Those whose names begin with that. */
export const removeMutants = (family: string): Promise<void> =>
  rm(new URL(`../../.mutants/${family}`, import.meta.url), { recursive: true, force: true })
