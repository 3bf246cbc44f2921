import type { NewItem } from './item.ts'

/** A document that nobody can work on as it is; `work` is what should be done with it. */
export const stuckItem = (work: string, path: string, createdAt: Date): NewItem => ({
  id: `due-work-failed_${work}_${idsIn(path).join('_')}`,
  kind: 'due-work-failed',
  detail: `The system cannot work on a document that is due (${work}).`,
  nextAction:
    'Tell engineering the document below: it is not as it should be. It is looked at again every hour; resolve this once it is mended.',
  about: { document: path },
  createdAt,
})

const idsIn = (path: string): string[] => path.split('/').filter((_, position) => position % 2 === 1)
