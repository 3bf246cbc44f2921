import * as z from 'zod'
import type { Problem } from '../../functions/src/http/problem.ts'

export const problemReply = z
  .object({
    type: z.string().meta({ description: '`urn:problem:` and the code.' }),
    title: z.string(),
    status: z.number(),
    code: z.string(),
    detail: z.string().meta({ description: 'A sentence for people.' }),
    requestId: z.string().meta({ description: 'Finds the request in the log; also in `X-Request-Id`.' }),
    retryable: z.boolean().meta({ description: 'Whether the same request may work later.' }),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .meta({ description: 'What is wrong with the input, and where.' }),
    nextAction: z.string().optional().meta({ description: 'What to do now.' }),
    answer: z
      .object({ messageId: z.string(), authorId: z.string(), createdAt: z.date() })
      .optional()
      .meta({ description: 'Of `answered-meanwhile`: the newest answer of somebody else.' }),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem document.' }) satisfies z.ZodType<
  Omit<Problem, 'code' | 'nextAction' | 'answer'>
>
