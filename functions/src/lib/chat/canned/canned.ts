import * as z from 'zod'
import type { CommitExtras } from '../../commit-extras.ts'
import type { Commit } from '../../durable/change.ts'
import type { Revision, Versioned } from '../../ports.ts'
import type { FileRecord } from '../files/ports.ts'
import { type MessageFile, messageFile } from '../message.ts'

/** Most that a team keeps. */
export const mostCanned = 500
/** Characters. */
export const mostOfCannedName = 60

export const cannedFields = {
  name: z.string(),
  text: z.string(),
  files: z.array(messageFile),
  createdBy: z.string(),
  createdAt: z.date(),
  changedBy: z.string(),
  changedAt: z.date(),
  /** 1 at first, one more with each change. */
  version: z.number(),
}

/** `cannedReplies/{id}`. */
export const storedCanned = z.looseObject(cannedFields)
export type StoredCanned = z.infer<typeof storedCanned>

export interface CannedReply {
  id: string
  name: string
  /** With `{{guest}}` and others in place of what the stay says. */
  text: string
  files: MessageFile[]
  createdBy: string
  createdAt: Date
  changedBy: string
  changedAt: Date
  version: number
}

export const cannedView = (
  id: string,
  { name, text, files, createdBy, createdAt, changedBy, changedAt, version }: StoredCanned,
): CannedReply => ({ id, name, text, files, createdBy, createdAt, changedBy, changedAt, version })

/** Two names with the same key are the same to who reads them. */
export const keyOfName = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')

/** `cannedNames/all`: the key of every reply's name, by its id. */
type CannedNames = Readonly<Record<string, string>>

/** What a change is decided from. */
export interface CannedContext {
  names: Versioned<CannedNames> | undefined
  reply: Versioned<StoredCanned> | undefined
  /** Those asked for that there are, by id. */
  files: ReadonlyMap<string, Versioned<FileRecord>>
}

export interface CannedWrite {
  id: string
  /** Undefined: it is deleted. */
  reply: StoredCanned | undefined
  /** Of the reply that was read. */
  revision: Revision | undefined
  /** All of them, where they change. */
  names?: { value: CannedNames; revision: Revision | undefined } | undefined
  /** Files that are its from now on. */
  bound: { fileId: string; revision: Revision }[]
  /** Files that are taken away, from when on. */
  released: { fileIds: string[]; at: Date }
}

export interface CannedReplies {
  /** In no order. Two round trips. */
  all(): Promise<CannedReply[]>
  /** One round trip. */
  context(id: string, fileIds: readonly string[]): Promise<CannedContext>
  /** One commit, if nothing that it is decided from has changed. */
  change(write: CannedWrite, extras: CommitExtras): Promise<Commit<Revision>>
}
