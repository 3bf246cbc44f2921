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
  nextAction: `Tell engineering that ${path} is not as it should be. The system tries again every hour, and resolves this when that goes well.`,
  about: { document: path },
  createdAt,
})

/** A bug of ours. */
export const mistakeItem = (work: string, path: string, createdAt: Date): NewItem => ({
  id: stuckId(work),
  kind: 'due-work-failed',
  detail: `The system fails at work that is due (${work}), such as with ${path}.`,
  nextAction:
    'Tell engineering: the log lines "due work failed" of this kind say why. The system tries again every five minutes, and resolves this when that goes well.',
  about: { document: path },
  createdAt,
})
