import type { connectionScenarios } from './connection-scenarios.ts'
import type { FaultName } from './faults.ts'
import type { Mutation } from './mutants.ts'

/** A mistake in connecting, and what shows it: scenarios with faults, or else random histories. */
export interface ConnectionMutant extends Mutation {
  shownBy?: { scenario: keyof typeof connectionScenarios; faults: FaultName[] }
}

const anyFault: FaultName[] = ['ten times slower']
const connection = 'lib/connection'

export const connectionMutants: readonly ConnectionMutant[] = [
  {
    name: 'never finds the channel that it has created',
    file: `${connection}/channel-steps.ts`,
    find: 'return channels.find(channel => channel.ota === ota && channel.hotelId === hotelId)',
    replace: 'return channels.find(channel => channel.ota !== ota && channel.hotelId === hotelId)',
    shownBy: { scenario: 'a free connect', faults: ['lose the reply', 'die after'] },
  },
  {
    name: 'deletes on undo what it did not create',
    file: `${connection}/channel-steps.ts`,
    find: 'if (channelIsOurs) await removeOurs(undoing, channelId)',
    replace: 'await removeOurs(undoing, channelId)',
    shownBy: { scenario: 'a connect that adopts an inactive channel', faults: [500] },
  },
  {
    name: 'leaves on what it found off',
    file: `${connection}/channel-steps.ts`,
    find: 'if ((await undoing.channel(channelId))?.isActive) await undoing.deactivate(channelId)',
    replace: 'await undoing.channel(channelId)',
    shownBy: {
      scenario: 'a connect that adopts an inactive channel',
      faults: [500, 'reset', 'malformed reply'],
    },
  },
  {
    name: 'deactivates what was never active',
    file: `${connection}/channel-steps.ts`,
    find: 'if (channel.isActive) await undoing.deactivate(channelId)',
    replace: 'await undoing.deactivate(channelId)',
    shownBy: { scenario: 'an undo after all effects', faults: anyFault },
  },
  {
    name: 'deletes what is active',
    file: `${connection}/channel-steps.ts`,
    find: 'if (channel.isActive) await undoing.deactivate(channelId)',
    replace: '',
    shownBy: { scenario: 'a free connect', faults: ['lose the reply', 500] },
  },
  {
    name: 'leaves the old mapping on a channel that it adopts',
    file: `${connection}/channel-steps.ts`,
    find: 'await deps.channelManager.replaceRates(state.channelId, draft)',
    replace: '',
    shownBy: { scenario: 'a connect that adopts an inactive channel', faults: anyFault },
  },
  {
    name: 'journals although somebody else holds the attempt',
    file: 'adapters/firestore/attempts.ts',
    find: 'batch.update(attemptDoc(db, holder.target), fields, unchanged(revision))',
    replace: 'batch.update(attemptDoc(db, holder.target), fields)',
    shownBy: { scenario: 'a paid connect', faults: ['lease runs out before', 'lease runs out after'] },
  },
  {
    name: 'claims although somebody else has claimed',
    file: 'adapters/firestore/attempts.ts',
    find: 'else batch.update(document, { ...cleared(claim), ...attempt }, unchanged(previous))',
    replace: 'else batch.update(document, { ...cleared(claim), ...attempt })',
    shownBy: {
      scenario: 'a press after one that died when it had created',
      faults: ['lease runs out before', 'lease runs out after'],
    },
  },
  {
    name: 'completes although somebody else holds the attempt',
    file: 'adapters/firestore/completion.ts',
    find: 'batch.update(attemptDoc(db, target), ended, unchanged(revision))',
    replace: 'batch.update(attemptDoc(db, target), ended)',
    shownBy: {
      scenario: 'a connect that others overtake with other terms',
      faults: ['lease runs out before'],
    },
  },
  {
    name: 'rejects although somebody else holds the attempt',
    file: 'adapters/firestore/requests.ts',
    find: '{ ...ended, ...leftBehind(leftover) }, unchanged(revision))',
    replace: '{ ...ended, ...leftBehind(leftover) })',
    shownBy: { scenario: 'an undo that somebody outruns who connects', faults: ['lease runs out before'] },
  },
  {
    name: 'forgets what could not be undone',
    file: 'adapters/firestore/attempts.ts',
    find: "undo: leftover ? 'pending' : 'none'",
    replace: "undo: 'none'",
    shownBy: { scenario: 'an undo after all effects', faults: [500, 'reset'] },
  },
  {
    name: 'writes nothing down before an effect',
    file: 'lib/pipeline.ts',
    find: 'await journal.write({ ...started, state, passed: run.passed.splice(0), next: step.name })',
    replace: 'void started',
    shownBy: { scenario: 'a press for another hotel after one that died', faults: anyFault },
  },
  {
    name: 'leaves alone what has died',
    file: 'adapters/firestore/connection-store.ts',
    find: ".where('status', '==', 'running')",
    replace: ".where('status', '==', 'completed')",
    shownBy: { scenario: 'a free connect', faults: ['die after'] },
  },
  {
    name: 'has the sweep forget whose press it finishes',
    file: `${connection}/claim.ts`,
    find: 'press: previous.press,',
    replace: "press: { ...previous.press, actor: { ...previous.press.actor, uid: 'the-sweep' } },",
    shownBy: { scenario: 'a free connect', faults: ['die after'] },
  },
  {
    name: 'keeps a reservation whose connection was rejected',
    file: `${connection}/charge.ts`,
    find: 'if (subscriptionId !== null && subscription) await deps.billing.cancel(subscription)',
    replace: 'if (subscriptionId === null && subscription) await deps.billing.cancel(subscription)',
    shownBy: { scenario: 'an undo after all effects', faults: anyFault },
  },
  {
    name: 'reserves again what it has reserved',
    file: 'adapters/firestore/ledger.ts',
    find: "if (mine) return { result: mine.get('status') === 'cancelled' ? refused : reserved(mine.id) }",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
    replace: 'if (mine) return { write: { id: `${mine.id}-again`, freed: undefined, others: [] } }',
    shownBy: { scenario: 'a paid connect', faults: ['lose the reply to the commit'] },
  },
  {
    name: 'writes no invoice',
    file: 'adapters/firestore/completion.ts',
    find: 'settle(batch, completion)',
    replace: 'void settle',
    shownBy: { scenario: 'a paid connect', faults: anyFault },
  },
  {
    name: 'tells the landlord before the commit',
    file: `${connection}/run-attempt.ts`,
    find: 'const requestIds = await deps.connections.complete(completion, journal.holder, await journal.requests)',
    replace: `await deps.connections.complete({ ...completion, email: undefined }, journal.holder, await journal.requests)
  const requestIds = held.requestIds`,
    shownBy: { scenario: 'a free connect', faults: anyFault },
  },
  {
    name: 'rejects without an entry in the audit log',
    file: 'adapters/firestore/requests.ts',
    find: `{ status: 'rejected', rejection })
    writeAudit(db, batch, audit)
    batch.update`,
    replace: `{ status: 'rejected', rejection })
    batch.update`,
    shownBy: { scenario: 'an undo after all effects', faults: anyFault },
  },
  {
    name: 'leaves requests pending that it has rejected',
    file: 'adapters/firestore/requests.ts',
    find: "if (!request.updateTime || request.get('status') === 'completed') continue",
    replace: "if (!request.updateTime || request.get('status') !== 'completed') continue",
    shownBy: { scenario: 'a test that fails', faults: anyFault },
  },
  {
    name: 'logs whom it tells',
    file: `${connection}/run-attempt.ts`,
    find: "deps.log.info('property connected', { ...target,",
    replace: "deps.log.info('property connected', { to: order.account.email, ...target,",
    shownBy: { scenario: 'a free connect', faults: anyFault },
  },
]
