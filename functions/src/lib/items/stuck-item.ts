import { idsIn } from '../identifiers.ts'
import type { NewItem } from './item.ts'

/** The item's id for a document, or for all work of that kind. */
export const stuckId = (work: string, path?: string): string =>
  ['due-work-failed', work, ...(path === undefined ? [] : idsIn(path))].join('_')

/** The item for a document that cannot be processed; `work` is what should be done with it. */
export const stuckItem = (work: string, path: string, createdAt: Date): NewItem => ({
  id: stuckId(work, path),
  kind: 'due-work-failed',
  detail: `The system cannot work on a document that is due (${work}).`,
  nextAction:
    'Tell engineering the document below: it is not as it should be. It is looked at again every hour, and this is resolved when that goes well.',
  about: { document: path },
  createdAt,
})

/** The item for a kind of work that fails by a bug of ours, with an example document. */
export const mistakeItem = (work: string, path: string, createdAt: Date): NewItem => ({
  id: stuckId(work),
  kind: 'due-work-failed',
  detail: `The system fails at work that is due (${work}), such as with the document below.`,
  nextAction:
    'Tell engineering: the log lines "due work failed" of this kind say why. What waits is tried again every five minutes, and this is resolved when that goes well.',
  about: { document: path },
  createdAt,
})
