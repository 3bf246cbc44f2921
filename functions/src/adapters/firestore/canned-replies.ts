import * as z from 'zod'
import {
  type CannedReplies,
  type CannedWrite,
  cannedView,
  storedCanned,
} from '../../lib/chat/canned/canned.ts'
import { storedFile } from '../../lib/chat/files/ports.ts'
import type { DocumentReference, Firestore, Write } from './client.ts'
import { commit } from './commit-extras.ts'
import { keepingWrite, releasingWrite } from './files.ts'
import { fileDoc } from './paths.ts'
import { byId, defined, parsed, put, remove, soundIn, versioned } from './repository.ts'

const storedNames = z.looseObject({ names: z.record(z.string(), z.string()) }).transform(({ names }) => names)

/** Whose names: there is one team of writers. */
const everybody = 'all'
const namesDoc = (db: Firestore): DocumentReference => db.doc(`cannedNames/${everybody}`)
const replyDoc = (db: Firestore, id: string): DocumentReference => db.doc(`cannedReplies/${id}`)

export const cannedReplies = (db: Firestore): CannedReplies => ({
  async all() {
    const names = parsed(await namesDoc(db).get(), storedNames) ?? {}
    const found = await db.getAll(Object.keys(names).map(id => replyDoc(db, id)))
    return [...byId(found, snapshot => soundIn(snapshot, storedCanned))].map(([id, reply]) =>
      cannedView(id, reply),
    )
  },

  async context(id, fileIds) {
    const [names, reply, ...files] = await db.getAll([
      namesDoc(db),
      replyDoc(db, id),
      ...fileIds.map(fileId => fileDoc(db, fileId)),
    ])
    return {
      names: versioned(names, storedNames),
      reply: versioned(reply, storedCanned),
      files: byId(files, snapshot => versioned(snapshot, storedFile)),
    }
  },

  change: (write, extras) => commit(db, writesOf(db, write), extras),
})

const writesOf = (db: Firestore, { id, reply, revision, names, bound, released }: CannedWrite): Write[] => [
  reply ? put(replyDoc(db, id), defined(reply), revision) : remove(replyDoc(db, id), revision),
  ...(names ? [put(namesDoc(db), { names: names.value }, names.revision)] : []),
  ...bound.map(file => keepingWrite(db, file)),
  ...released.fileIds.map(fileId => releasingWrite(db, fileId, released.at)),
]
