import { FieldValue } from 'firebase-admin/firestore'
import type { ChannelManager } from '../../src/lib/connection/channel-manager.ts'
import type { Write } from '../support/lossy-firestore.ts'
import type { Decorators } from '../support/test-context.ts'
import type { connectionScenarios } from './connection-scenarios.ts'
import type { FaultName } from './faults.ts'
import type { Mistakes } from './mistakes.ts'
import { inPorts, type Mutant } from './mutants.ts'

const anyFault: FaultName[] = ['ten times slower']

/** The port of the channel manager, also with less time, asked other things. */
function asking(mistaken: (manager: ChannelManager) => Partial<ChannelManager>): Decorators {
  const mistakenly = (manager: ChannelManager): ChannelManager => ({
    ...manager,
    ...mistaken(manager),
    within: millisecondsLeft => mistakenly(manager.within(millisecondsLeft)),
  })
  return { channelManager: mistakenly }
}

/** A mistake in what is written of attempts. */
const attemptsAs =
  (mistaken: (write: Write) => Write): Mistakes =>
  () => ({
    write: write => (write.path.startsWith('connectionAttempts/') ? mistaken(write) : write),
  })

/** Attempts whose status becomes that are written whoever holds them; undefined: those whose status stays. */
const whoeverHolds = (status?: string): Mistakes =>
  attemptsAs(write => (write.fields.status === status ? { ...write, lastUpdateTime: undefined } : write))

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
        ports: {
          connections: connections => ({
            ...connections,
            journal(target, entry, revision) {
              hasFailed ||= entry.status === 'failed'
              return connections.journal(target, entry, revision)
            },
          }),
          ...asking(manager => ({
            // Looked at before anything is taken back.
            async channel(id) {
              const channel = await manager.channel(id)
              if (hasFailed && channel?.isActive) await manager.deactivate(id)
              if (hasFailed) await manager.deleteChannel(id)
              return hasFailed ? undefined : channel
            },
          })),
        },
      }
    },
    shownBy: { scenario: 'a connect that adopts an inactive channel', faults: [500] },
    breaks: 'a channel that others made was deleted',
  },
  {
    name: 'leaves on what it found off',
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
    shownBy: { scenario: 'an undo after all effects', faults: anyFault },
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
    shownBy: { scenario: 'a connect that adopts an inactive channel', faults: anyFault },
    breaks: 'the mapping that stands there is not the stored one',
    inEveryRun: true,
  },
  {
    name: 'journals although somebody else holds the attempt',
    mistakes: whoeverHolds(),
    shownBy: { scenario: 'a paid connect', faults: ['lease runs out before', 'lease runs out after'] },
    breaks: 'I8: connected, but the attempt is rejected',
  },
  {
    name: 'claims although somebody else has claimed',
    mistakes: whoeverHolds('running'),
    shownBy: {
      scenario: 'a press after one that died when it had created',
      faults: ['lease runs out before', 'lease runs out after'],
    },
    breaks: 'I8: connected, but the attempt is rejected',
  },
  {
    name: 'completes although somebody else holds the attempt',
    mistakes: whoeverHolds('completed'),
    shownBy: {
      scenario: 'a connect that others overtake with other terms',
      faults: ['lease runs out before'],
    },
    breaks: 'I12: 2 successes in the audit log',
  },
  {
    name: 'rejects although somebody else holds the attempt',
    mistakes: whoeverHolds('rejected'),
    shownBy: { scenario: 'an undo that somebody outruns who connects', faults: ['lease runs out before'] },
    breaks: 'I8: connected, but the attempt is rejected',
  },
  {
    name: 'forgets what could not be undone',
    mistakes: attemptsAs(write =>
      write.fields.undo === 'pending'
        ? { ...write, fields: { ...write.fields, undo: 'none', leftover: FieldValue.delete() } }
        : write,
    ),
    shownBy: { scenario: 'an undo after all effects', faults: [500, 'reset'] },
    breaks: 'I9: an orphan at the channel manager',
  },
  {
    name: 'writes nothing down before an effect',
    mistakes: inPorts({
      connections: connections => ({
        ...connections,
        journal: async (target, entry, revision) =>
          entry.status === 'started' ? { result: revision } : connections.journal(target, entry, revision),
      }),
    }),
    shownBy: { scenario: 'a press for another hotel after one that died', faults: anyFault },
    breaks: 'I9: an orphan at the channel manager',
    inEveryRun: true,
  },
  {
    name: 'leaves alone what has died',
    mistakes: inPorts({
      due: due => ({
        ...due,
        page: (query, ...rest) =>
          due.page(
            query.collection === 'connectionAttempts'
              ? { ...query, filters: [['status', ['rejected']]] }
              : query,
            ...rest,
          ),
      }),
    }),
    shownBy: { scenario: 'a free connect', faults: ['die after'] },
    breaks: 'I8: the attempt is still running',
    inEveryRun: true,
  },
  {
    name: 'has the sweep forget whose press it finishes',
    mistakes() {
      let isSweep = false
      const ports: Decorators = {
        connections: connections => ({
          ...connections,
          async load(target) {
            const { attempt, ...around } = await connections.load(target)
            const initiator = isSweep && attempt?.value.initiator
            if (!attempt || !initiator) return { ...around, attempt }
            const forgotten = { ...initiator, actor: { ...initiator.actor, uid: 'the-sweep' } }
            return { ...around, attempt: { ...attempt, value: { ...attempt.value, initiator: forgotten } } }
          },
        }),
        due: due => ({
          ...due,
          page(...given) {
            isSweep = true
            return due.page(...given)
          },
        }),
      }
      return { ports }
    },
    shownBy: { scenario: 'a free connect', faults: ['die after'] },
    breaks: 'I12: no outcome of a press',
  },
  {
    name: 'keeps a reservation whose connection was rejected',
    mistakes: inPorts({ billing: billing => ({ ...billing, cancel: async () => {} }) }),
    shownBy: { scenario: 'an undo after all effects', faults: anyFault },
    breaks: 'I10: a subscription is still reserved',
  },
  {
    name: 'reserves again what it has reserved',
    mistakes: inPorts({
      billing: billing => ({
        ...billing,
        async reserve(order) {
          await billing.reserve(order)
          const [paymentId, attemptId] = [`${order.paymentId}-again`, `${order.attemptId}-again`]
          return billing.reserve({ ...order, paymentId, attemptId })
        },
      }),
    }),
    shownBy: { scenario: 'a paid connect', faults: ['lose the reply to the commit'] },
    breaks: 'I10: a subscription is still reserved',
  },
  {
    name: 'writes no invoice',
    mistakes: () => ({
      write: write => (write.path.startsWith('invoices/') ? undefined : write),
    }),
    shownBy: { scenario: 'a paid connect', faults: anyFault },
    breaks: 'I10: 0 invoices for one subscription',
    inEveryRun: true,
  },
  {
    name: 'completes without an e-mail to the landlord',
    mistakes: inPorts({
      connections: connections => ({
        ...connections,
        complete: (completion, requests, revision, { emails: _, ...extras }) =>
          connections.complete(completion, requests, revision, extras),
      }),
    }),
    shownBy: { scenario: 'a free connect', faults: anyFault },
    breaks: 'I11: 0 e-mails for 1',
  },
  {
    name: 'rejects without an entry in the audit log',
    mistakes: inPorts({
      connections: connections => ({
        ...connections,
        reject: (target, rejected, revision) => connections.reject(target, rejected, revision, {}),
      }),
    }),
    shownBy: { scenario: 'an undo after all effects', faults: anyFault },
    breaks: 'I12: no outcome of a press that ended activation-refused',
  },
  {
    name: 'leaves requests pending that it has rejected',
    mistakes: inPorts({
      connections: connections => ({
        ...connections,
        reject: (target, rejected, revision, extras) =>
          connections.reject(target, { ...rejected, requests: [] }, revision, extras),
      }),
    }),
    shownBy: { scenario: 'a test that fails', faults: anyFault },
    breaks: 'is still pending',
  },
  {
    name: 'logs whom it tells',
    mistakes: log => ({
      ports: {
        connections: connections => ({
          ...connections,
          complete(completion, requests, revision, extras) {
            log.info('property connected', { to: extras.emails?.entries.map(({ to }) => to) })
            return connections.complete(completion, requests, revision, extras)
          },
        }),
      },
    }),
    shownBy: { scenario: 'a free connect', faults: anyFault },
    breaks: 'I16:',
    inEveryRun: true,
  },
]
