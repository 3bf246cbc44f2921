import { DomainError } from '../../errors.ts'
import type { Revision } from '../../ports.ts'
import type { FileRecord } from '../files/model.ts'
import type { MessageFile } from '../message.ts'
import type { CannedContext } from './canned.ts'

interface CannedFiles {
  shown: MessageFile[]
  bound: { fileId: string; revision: Revision }[]
  released: string[]
}

/** Throws `validation-failed`. */
export function cannedFiles(
  fileIds: readonly string[],
  { reply, files }: CannedContext,
  authorId: string,
): CannedFiles {
  const before = new Map(reply?.value.files.map(file => [file.fileId, file]))
  const entries = fileIds.map((fileId, at) => {
    const own = before.get(fileId)
    if (own) return { shown: own, bound: [] }
    const file = files[at]
    if (!file || !isFree(file.value, authorId)) throw noSuchFile(at)
    const { name, type, size } = file.value
    return { shown: { fileId, name, type, size }, bound: [{ fileId, revision: file.revision }] }
  })
  return {
    shown: entries.map(({ shown }) => shown),
    bound: entries.flatMap(({ bound }) => bound),
    released: [...before.keys()].filter(fileId => !fileIds.includes(fileId)),
  }
}

const isFree = ({ state, by }: FileRecord, authorId: string): boolean => state === 'ready' && by === authorId

const noSuchFile = (at: number): DomainError =>
  new DomainError('validation-failed', 'The canned reply names a file that it cannot have.', {
    nextAction: 'Upload the file again, and name the new one.',
    errors: [
      {
        path: `fileIds.${at}`,
        message: 'must be one of its own, or one that you uploaded and nothing has yet',
      },
    ],
  })
