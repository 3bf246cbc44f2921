import { z } from 'zod'
import type { SandboxContext } from '../core/context.ts'
import { json, type Reply } from '../core/vendor.ts'
import { parseControl } from './parse-control.ts'

const config = z.strictObject({
  publicUrl: z.url().nullable().optional(),
})

/** Changes what is named and leaves the rest. */
export function setConfig(context: SandboxContext, body: unknown): Reply {
  const { publicUrl } = parseControl(config, body)
  if (publicUrl !== undefined) context.publicUrl = publicUrl ?? undefined
  return json(200, { publicUrl: context.publicUrl ?? null })
}
