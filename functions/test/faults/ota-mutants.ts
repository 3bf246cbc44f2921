import type { Decorators } from '../support/test-context.ts'

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
    mistakes: {
      messages: messages => ({ ...messages, claimedFor: async () => [] }),
    },
    breaks: /stands 2 times|was not found|is said to be another/,
  },
  {
    name: 'forgets which conversation a message answers',
    mistakes: {
      messages: messages => ({
        ...messages,
        async post({ message, ...write }) {
          const { delivery, ...rest } = message
          const { conversationId: _, ...forgetful } = delivery ?? { status: 'pending', attempts: 0 }
          return messages.post({ ...write, message: delivery ? { ...rest, delivery: forgetful } : message })
        },
      }),
    },
    breaks: /not where the guest wrote last|of another guest/,
  },
  {
    name: 'sends again what may have been sent',
    mistakes: {
      messages: messages => ({
        ...messages,
        change: (ref, revision, { delivery, ...change }) =>
          messages.change(ref, revision, {
            ...change,
            ...(delivery && {
              delivery:
                delivery.status === 'unknown' ? { ...delivery, status: 'pending' as const } : delivery,
            }),
          }),
      }),
    },
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
      messages: messages => ({
        ...messages,
        post: write =>
          messages.post(
            write.message.authorId === 'ota-property'
              ? {
                  ...write,
                  thread: withoutDesk(write.thread),
                  extras: { ...write.extras, ledger: undefined },
                }
              : write,
          ),
      }),
    },
    breaks: /waits since and until/,
  },
]

function withoutDesk<Patch extends object>(patch: Patch): Patch {
  const {
    exchanges: _e,
    unansweredSince: _u,
    dueBy: _d,
    state: _s,
    ...rest
  } = patch as Record<string, unknown>
  return rest as Patch
}
