import { idsIn } from '../identifiers.ts'
import { joinedKey } from '../joined-key.ts'
import type { NewItem } from './item.ts'

/** Without a path: the whole kind. */
export const stuckId = (work: string, path?: string): string =>
  joinedKey('due-work-failed', work, ...(path === undefined ? [] : idsIn(path)))

export const stuckItem = (work: string, path: string, createdAt: Date): NewItem => ({
  id: stuckId(work, path),
  kind: 'due-work-failed',
  detail: `The system cannot work on a document that is due (${work}).`,
  nextAction:
    'Tell engineering the document below: it is not as it should be. It is looked at again every hour, and this is resolved when that goes well.',
  about: { document: path },
  createdAt,
})

/** A bug of ours. */
export const mistakeItem = (work: string, path: string, createdAt: Date): NewItem => ({
  id: stuckId(work),
  kind: 'due-work-failed',
  detail: `The system fails at work that is due (${work}), such as with the document below.`,
  nextAction:
    'Tell engineering: the log lines "due work failed" of this kind say why. The work is tried again every five minutes, and this is resolved when it goes well.',
  about: { document: path },
  createdAt,
})
