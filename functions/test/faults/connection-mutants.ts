import type { ChannelManager } from '../../src/lib/connection/channel-manager.ts'
import { fieldAt, isMap } from '../../src/lib/documents.ts'
import { fieldRemoval } from '../../src/lib/store.ts'
import type { Write } from '../support/lossy-firestore.ts'
import type { Decorators } from '../support/test-context.ts'
import type { connectionScenarios } from './connection-scenarios.ts'
import type { Mistakes } from './mistakes.ts'
import { blindTo, inPorts, isSweepOf, type Mutant, mildestFault, writesIn } from './mutants.ts'

/** The channel manager's port with some methods replaced, also in what its `within` returns. */
function asking(mistaken: (manager: ChannelManager) => Partial<ChannelManager>): Decorators {
  const mistakenly = (manager: ChannelManager): ChannelManager => ({
    ...manager,
    ...mistaken(manager),
    within: millisecondsLeft => mistakenly(manager.within(millisecondsLeft)),
  })
  return { channelManager: mistakenly }
}

/** Whether the write gives a step of an attempt this status. */
const journals = (status: string, { path, fields }: Write): boolean =>
  path.startsWith('connectionAttempts/') &&
  Object.values(fields).some(entry => isMap(entry) && entry.status === status)

/** A mistake in what is written of attempts. */
const attemptsAs = (mistaken: (write: Write) => Write) => writesIn('connectionAttempts', mistaken)

/**
 * Drops the check of the revision from writes that set an attempt's status to `status`; without an argument, from
 * writes that set no status.
 */
const anyHolder = (status?: string): Mistakes =>
  attemptsAs(write => (write.fields.status === status ? { ...write, revision: undefined } : write))

export const connectionMutants: readonly Mutant<keyof typeof connectionScenarios>[] = [
  {
    name: 'never finds the channel that it has created',
    mistakes: inPorts(asking(() => ({ channelsOf: async () => [] }))),
    shownBy: { scenario: 'a free connect', faults: ['lose the reply', 'die after'] },
    breaks: 'I9: an orphan at the channel manager',
  },
  {
    name: 'deletes on undo what it did not create',
    mistakes() {
      let hasFailed = false
      return {
        write(write) {
          hasFailed ||= journals('failed', write)
          return write
        },
        ports: asking(manager => ({
          // Undoing reads the channel before it changes anything, so the mistake is made here.
          async channel(id) {
            const channel = await manager.channel(id)
            if (hasFailed && channel?.isActive) await manager.deactivate(id)
            if (hasFailed) await manager.deleteChannel(id)
            return hasFailed ? undefined : channel
          },
        })),
      }
    },
    shownBy: { scenario: 'a connect that adopts an inactive channel', faults: [500] },
    breaks: 'a channel that others made was deleted',
  },
  {
    name: 'leaves an adopted channel switched on that it found switched off',
    mistakes() {
      const left = new Set<string>()
      const ports = asking(manager => ({
        deactivate: async id => void left.add(id),
        async deleteChannel(id) {
          if (left.has(id)) await manager.deactivate(id)
          await manager.deleteChannel(id)
        },
      }))
      return { ports }
    },
    shownBy: {
      scenario: 'a connect that adopts, and that others overtake for another hotel',
      faults: ['lease runs out before'],
    },
    breaks: 'I9: an orphan at the channel manager (active: true)',
  },
  {
    name: 'deactivates what was never active',
    mistakes: inPorts(
      asking(manager => ({
        async deleteChannel(id) {
          await manager.deactivate(id)
          await manager.deleteChannel(id)
        },
      })),
    ),
    shownBy: { scenario: 'an undo after all effects', faults: mildestFault },
    breaks: 'I9: something is still to be undone',
  },
  {
    name: 'deletes what is active',
    mistakes: inPorts(asking(() => ({ deactivate: async () => {} }))),
    shownBy: {
      scenario: 'a connect that others overtake with other terms',
      faults: ['lease runs out before'],
    },
    breaks: 'I9: something is still to be undone',
  },
  {
    name: 'leaves the old mapping on a channel that it adopts',
    mistakes: inPorts(asking(() => ({ replaceRates: async () => {} }))),
    shownBy: { scenario: 'a connect that adopts an inactive channel', faults: mildestFault },
    breaks: 'the mapping that stands there is not the stored one',
    inEveryRun: true,
  },
  {
    name: 'journals although somebody else holds the attempt',
    mistakes: anyHolder(),
    shownBy: {
      scenario: 'a connect that others overtake with other terms',
      faults: ['lease runs out before'],
    },
    breaks: 'I8: connected, but the attempt is rejected',
  },
  {
    name: 'claims although somebody else has claimed',
    mistakes: anyHolder('running'),
    shownBy: {
      scenario: 'a press after one that died when it had created',
      faults: ['lease runs out before', 'lease runs out after'],
    },
    breaks: 'I8: connected, but the attempt is rejected',
  },
  {
    name: 'completes although somebody else holds the attempt',
    mistakes: anyHolder('completed'),
    shownBy: {
      scenario: 'a connect that others overtake with other terms',
      faults: ['lease runs out before'],
    },
    breaks: 'I12: 2 successes in the audit log',
  },
  {
    name: 'rejects although somebody else holds the attempt',
    mistakes: anyHolder('rejected'),
    shownBy: {
      scenario: 'an undo during which others connect the property',
      faults: ['lease runs out before'],
    },
    breaks: 'I8: connected, but the attempt is rejected',
  },
  {
    name: 'forgets what could not be undone',
    mistakes: attemptsAs(write =>
      write.fields.undo === 'pending'
        ? { ...write, fields: { ...write.fields, undo: 'none', leftover: fieldRemoval } }
        : write,
    ),
    shownBy: { scenario: 'an undo after all effects', faults: [500, 'reset'] },
    breaks: 'I9: an orphan at the channel manager',
  },
  {
    name: 'writes nothing down before an effect',
    mistakes: attemptsAs(write =>
      journals('started', write) ? { ...write, fields: { currentStep: write.fields.currentStep } } : write,
    ),
    shownBy: { scenario: 'a press for another hotel after one that died', faults: mildestFault },
    breaks: 'I9: an orphan at the channel manager',
    inEveryRun: true,
  },
  {
    name: 'leaves alone what has died',
    mistakes: inPorts(blindTo(query => isSweepOf('connectionAttempts', query))),
    shownBy: { scenario: 'a free connect', faults: ['die after'] },
    breaks: 'I8: the attempt is still running',
    inEveryRun: true,
  },
  {
    name: "finishes a press in the sweep's name instead of the user's",
    mistakes() {
      let isSweep = false
      const ports: Decorators = {
        store: store => ({
          ...store,
          async get(places) {
            const found = await store.get(places)
            const actor = fieldAt(found, 'job.value.initiator.actor')
            if (isSweep && isMap(actor)) Reflect.set(actor, 'uid', 'the-sweep')
            return found
          },
          find(query) {
            isSweep ||= isSweepOf('connectionAttempts', query)
            return store.find(query)
          },
        }),
      }
      return { ports }
    },
    shownBy: { scenario: 'a free connect', faults: ['die after'] },
    breaks: 'I12: no outcome of a press',
  },
  {
    name: 'keeps a subscription reserved although the connection was rejected',
    mistakes: writesIn('subscriptions', write =>
      write.kind === 'update' && write.fields.status === 'cancelled'
        ? { ...write, fields: { ...write.fields, status: 'pending' } }
        : write,
    ),
    shownBy: { scenario: 'an undo after all effects', faults: mildestFault },
    breaks: 'I10: a subscription is still reserved',
  },
  {
    name: 'reserves again what it has reserved',
    mistakes: inPorts({
      store: store => ({
        ...store,
        commit(writes) {
          const reserved = writes.find(({ path }) => path.startsWith('subscriptions/'))
          const again = reserved?.kind === 'create' && { ...reserved, path: `${reserved.path}-again` }
          return store.commit([...writes, ...(again ? [again] : [])])
        },
      }),
    }),
    shownBy: { scenario: 'a paid connect', faults: ['lose the reply to the commit'] },
    breaks: 'I10: a subscription is still reserved',
  },
  {
    name: 'writes no invoice',
    mistakes: writesIn('invoices', () => undefined),
    shownBy: { scenario: 'a paid connect', faults: mildestFault },
    breaks: 'I10: 0 invoices for one subscription',
    inEveryRun: true,
  },
  {
    name: 'completes without an e-mail to the landlord',
    mistakes: writesIn('emails', () => undefined),
    shownBy: { scenario: 'a free connect', faults: mildestFault },
    breaks: 'I11: 0 e-mails for 1',
  },
  {
    name: 'rejects without an entry in the audit log',
    mistakes: writesIn('auditLog', write => (write.fields.outcome === 'failure' ? undefined : write)),
    shownBy: { scenario: 'an undo after all effects', faults: mildestFault },
    // On a slow machine the undo is a time-out's.
    breaks: 'I12: no outcome of a press that ended ',
  },
  {
    name: 'leaves requests pending that it has rejected',
    mistakes: writesIn('connectionRequests', write =>
      write.fields.status === 'rejected' ? undefined : write,
    ),
    shownBy: { scenario: 'a test that fails', faults: mildestFault },
    breaks: 'is still pending',
  },
  {
    name: 'logs whom it tells',
    mistakes: log => ({
      write(write) {
        if (write.path.startsWith('emails/')) log.info('property connected', { to: [write.fields.to] })
        return write
      },
    }),
    shownBy: { scenario: 'a free connect', faults: mildestFault },
    breaks: 'I16:',
    inEveryRun: true,
  },
]
