import * as z from 'zod'
import type { Needs } from '../../context.ts'
import type { MessageFile } from '../message.ts'
import { files } from './model.ts'
import { noSuchFile, type OpenedFile, opened } from './open-file.ts'

const use = 'file-link'

const linkShape = z.object({ fileId: z.string(), claimId: z.string(), until: z.number() })

/** Milliseconds; the vendor may fetch late. */
const longer = 60 * 60_000

export const fileLinks = (
  { fileLinks: seal, rules }: Needs<'fileLinks' | 'rules'>,
  files: readonly MessageFile[],
  { claimId, triedUntil }: { claimId: string; triedUntil: Date },
): Promise<string[]> =>
  Promise.all(
    files.map(async ({ fileId }) => {
      const until = triedUntil.getTime() + longer
      const token = await seal.seal(JSON.stringify({ fileId, claimId, until }), use)
      return new URL(`/files/${token}`, rules.publicUrl()).href
    }),
  )

/** Throws `not-found`, also for an expired link. */
export async function openLink(
  deps: Needs<'fileLinks' | 'files' | 'store'>,
  token: string,
  { isHead }: { isHead: boolean },
): Promise<Omit<OpenedFile, 'bytes'> & { bytes?: OpenedFile['bytes'] }> {
  const sealed = await deps.fileLinks.open(token, use)
  // Only we can seal a link.
  const link = sealed === undefined ? undefined : linkShape.parse(JSON.parse(sealed))
  if (!link || link.until <= deps.clock.now().getTime()) throw noSuchFile()
  const file = (await deps.store.read(files.at(link.fileId)))?.value
  if (file?.state !== 'used') throw noSuchFile()
  return isHead ? file : opened(deps, link.fileId, file)
}
