/** Files of messages: uploaded for a send, and read by relative links, which may expire. */

import { asObject, presentText } from '../../core/values.ts'
import { json, type Reply } from '../../core/vendor.ts'
import { invalid, refusal, wordless } from '../replies.ts'
import type { AttachedFile, MessageStore } from './model.ts'

/** The limit of a file, in base64. */
const mostBytes = 10_000_000

export function uploadAttachment(store: MessageStore, body: unknown): Reply {
  if (store.installations.size === 0) throw refusal(403)
  const input = asObject(asObject(body).attachment)
  const [file, name, type] = [input.file, input.file_name, input.file_type].map(presentText)
  if (file === undefined) throw invalid({ file: ["can't be blank"] })
  if (name === undefined) throw invalid({ file_name: ["can't be blank"] })
  if (type === undefined) throw invalid({ file_type: ["can't be blank"] })
  if (file.length > mostBytes) throw refusal(413)
  if (!/^[\x20-\x7e]+$/.test(name)) throw wordless()
  const address = store.keepFile({ name, type, bytes: Buffer.from(file, 'base64'), endsAt: null })
  return json(201, { data: { id: store.files.get(address)?.id, type: 'attachment' } })
}

export const uploadedFile = (
  store: MessageStore,
  id: unknown,
): { address: string; file: AttachedFile } | undefined => {
  const found = [...store.files].find(([, file]) => file.id === id)
  return found && { address: found[0], file: found[1] }
}

/** The file at a path; undefined when there was never one. */
export function readAttachment(store: MessageStore, path: string): Reply | undefined {
  const file = store.files.get(path.replace(/^\//, ''))
  if (!file) return undefined
  if (file.endsAt !== null && file.endsAt <= Date.now()) throw refusal(404)
  return { status: 200, headers: { 'content-type': file.type }, body: file.bytes }
}
