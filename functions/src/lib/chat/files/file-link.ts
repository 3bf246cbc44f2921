import * as z from 'zod'
import type { Needs } from '../../context.ts'
import type { MessageFile } from '../message.ts'
import { noSuchFile, type OpenedFile, opened } from './open-file.ts'

/** What a link is sealed for. */
const use = 'file-link'

const said = z.object({ fileId: z.string(), claimId: z.string(), until: z.number() })

/** How long a link goes on after the send may be tried no more, for a vendor that fetches late. Milliseconds. */
const longer = 60 * 60_000

/** Addresses of a message's files for a vendor that fetches them: others for each attempt, and none for ever. */
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

/** Opens what a link leads to, for whoever has it. Throws `not-found`, also once it has ended. */
export async function openLink(
  deps: Needs<'fileLinks' | 'fileRecords' | 'files'>,
  token: string,
  { isHead }: { isHead: boolean },
): Promise<Omit<OpenedFile, 'bytes'> & { bytes?: OpenedFile['bytes'] }> {
  const sealed = await deps.fileLinks.open(token, use)
  // Nobody else could seal it.
  const link = sealed === undefined ? undefined : said.parse(JSON.parse(sealed))
  if (!link || link.until <= deps.clock.now().getTime()) throw noSuchFile()
  const file = (await deps.fileRecords.read(link.fileId))?.value
  if (file?.state !== 'used') throw noSuchFile()
  return isHead ? file : opened(deps, link.fileId, file)
}
