import { parseContentIds, templatesWithoutId } from '../../functions/src/adapters/twilio/content-ids.ts'
import { StackError } from './errors.ts'

/** What is missing of the chatapp templates' ids in a deployment; undefined when all have one. Throws StackError. */
export function templateGap(
  configured: Record<string, string | undefined>,
  project = '<project>',
): string | undefined {
  const missing = templatesWithoutId(contentIds(configured.CHATAPP_TEMPLATES ?? ''))
  if (missing.length === 0) return undefined
  return [
    `Chatapp templates without a content id: ${missing.join(', ')} (a message with one is not sent)`,
    `    create them at Twilio and add CHATAPP_TEMPLATES=name=HX…,name=HX… to functions/.env.${project}`,
  ].join('\n')
}

function contentIds(text: string): ReturnType<typeof parseContentIds> {
  try {
    return parseContentIds(text)
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error)
    throw new StackError(what, 'Correct it: as it is, no message is sent at all.')
  }
}
