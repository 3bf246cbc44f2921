import type { Fields } from '../../src/lib/store.ts'
import type { Decorators } from '../support/test-context.ts'
import { asksBy, blindTo, deliveryWritesAs, isMessage, postsAs } from './mutants.ts'

/** A mistake, and the promise that it breaks. */
interface OtaMutant {
  name: string
  mistakes: Decorators
  breaks: RegExp
}

export const otaMutants: OtaMutant[] = [
  {
    name: 'notes that it has a file before it has',
    mistakes: { files: files => ({ ...files, store: async () => {} }) },
    breaks: /is used/,
  },
  {
    name: 'takes what it wrote for what others did',
    mistakes: blindTo(asksBy('delivery.to')),
    breaks: /stands 2 times|was not found|is said to be another/,
  },
  {
    name: 'forgets which conversation a message answers',
    mistakes: {
      store: postsAs(write => {
        const { delivery } = write.fields
        if (!isMessage(write) || !delivery) return write
        const forgetful = Object.entries(delivery).filter(([name]) => name !== 'conversationId')
        return { ...write, fields: { ...write.fields, delivery: Object.fromEntries(forgetful) } }
      }),
    },
    breaks: /not where the guest wrote last|of another guest/,
  },
  {
    name: 'sends again what may have been sent',
    mistakes: deliveryWritesAs((write, delivery) =>
      delivery.status === 'unknown'
        ? { ...write, fields: { ...write.fields, delivery: { ...delivery, status: 'pending' } } }
        : write,
    ),
    breaks: /was accepted 2 times/,
  },
  {
    name: 'believes that events tell everything',
    mistakes: {
      otaInbox: inbox => ({ ...inbox, conversations: async () => ({ rows: [], hasMore: false }) }),
    },
    breaks: /stands 0 times/,
  },
  {
    name: 'takes no answer from elsewhere for one',
    mistakes: {
      store: postsAs((write, author) => {
        if (author !== 'ota-property') return write
        if (write.path.startsWith('ledger/')) return []
        return 'exchanges' in write.fields ? { ...write, fields: withoutDesk(write.fields) } : write
      }),
    },
    breaks: /waits since and until/,
  },
]

function withoutDesk({ exchanges: _e, unansweredSince: _u, dueBy: _d, state: _s, ...rest }: Fields): Fields {
  return rest
}
