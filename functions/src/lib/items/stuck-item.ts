import { idsIn } from '../identifiers.ts'
import type { NewItem } from './item.ts'

/** Of the document; without one, of all work of that kind. */
export const stuckId = (work: string, path?: string): string =>
  ['due-work-failed', work, ...(path === undefined ? [] : idsIn(path))].join('_')

/** A document that nobody can work on as it is; `work` is what should be done with it. */
export const stuckItem = (work: string, path: string, createdAt: Date): NewItem => ({
  id: stuckId(work, path),
  kind: 'due-work-failed',
  detail: `The system cannot work on a document that is due (${work}).`,
  nextAction:
    'Tell engineering the document below: it is not as it should be. It is looked at again every hour, and this is resolved when that goes well.',
  about: { document: path },
  createdAt,
})

/** Work of a kind that fails by a mistake of ours, with a document to which that happened. */
export const mistakeItem = (work: string, path: string, createdAt: Date): NewItem => ({
  id: stuckId(work),
  kind: 'due-work-failed',
  detail: `The system fails at work that is due (${work}), such as with the document below.`,
  nextAction:
    'Tell engineering: the log lines "due work failed" of this kind say why. What waits is tried again every five minutes, and this is resolved when that goes well.',
  about: { document: path },
  createdAt,
})
