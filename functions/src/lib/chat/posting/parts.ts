import type { Ids } from '../../ports.ts'
import { isBlank } from '../../text.ts'
import { type BoundFiles, boundFiles } from '../files/bind-files.ts'
import type { MessageFile } from '../message.ts'
import type { PostContext } from '../ports.ts'
import type { PartOfPost } from './assemble-message.ts'
import type { Posting } from './posting.ts'

/** A message of a post. */
export interface PostPart extends Posting {
  files?: Pick<BoundFiles, 'shown' | 'bindings'> | undefined
  part?: PartOfPost
}

/** At least one. */
export type Parts = [PostPart, ...PostPart[]]

/**
 * A post is one message, unless its channel takes text and files apart: then it is the text, under the post's own id,
 * and a message for each file, one after the other.
 */
export function partsOf(
  { thread, files: stored, now }: PostContext & { now: Date },
  posting: Posting,
  ids: Pick<Ids, 'message'>,
): Parts {
  const { actor, input, messageId } = posting
  if (!input.files || !thread) return [posting]
  const files = boundFiles(input, { authorId: actor.uid, thread: thread.value, stored, now })
  if (!files?.isApart) return [{ ...posting, files }]
  const hasText = !isBlank(input.body)
  const [first, ...others] = [
    ...(hasText ? [{ body: input.body }] : []),
    // Blank as it is, since a repetition is compared with it.
    ...files.shown.map((shown, at) => ({
      body: hasText || at > 0 ? '' : input.body,
      files: fileAt(files, shown, at),
    })),
  ].map((content, at) => ({ ...content, messageId: at === 0 ? messageId : ids.message() }))
  if (!first) return [posting]
  const filesAfter = files.shown.slice(hasText ? 0 : 1).map(({ fileId }) => fileId)
  const all = [first, ...others]
  const partAt = (at: number): PostPart => {
    const { body, ...content } = all[at] ?? first
    const [after, next] = [all[at - 1]?.messageId, all[at + 1]?.messageId]
    const sends = { ...(after !== undefined && { after }), ...(next !== undefined && { next }) }
    const isFirst = at === 0
    return {
      ...{ actor, input: { ...input, body }, audit: isFirst ? posting.audit : undefined },
      ...content,
      part: { sends, ...(isFirst && filesAfter.length > 0 && { filesAfter }) },
    }
  }
  return [partAt(0), ...others.map((_, at) => partAt(at + 1))]
}

const fileAt = ({ bindings }: BoundFiles, shown: MessageFile, at: number) => ({
  shown: [shown],
  bindings: bindings.slice(at, at + 1),
})
