import type { z } from 'zod'
import type { SandboxContext } from '../core/context.ts'
import { json, Refusal } from '../core/vendor.ts'

/** Parses a control body, or answers 400 with the issues. */
export function parseControl<Output>(schema: z.ZodType<Output>, body: unknown): Output {
  const parsed = schema.safeParse(body ?? {})
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(issue => ({ path: issue.path.join('.'), message: issue.message }))
  throw new Refusal(json(400, { error: 'invalid control request', issues }))
}

/** The project's address. Throws 409 before `publicUrl` is set. */
export function projectUrl(context: SandboxContext, path: string): string {
  if (context.publicUrl === undefined) {
    throw new Refusal(json(409, { error: 'publicUrl is not set: POST /_sandbox/config {publicUrl}' }))
  }
  return context.publicUrl.replace(/\/+$/, '') + path
}

/** 502 for a call that the project did not answer, as distinct from a call that it refused. */
export const unreachable = (error: unknown): Refusal =>
  new Refusal(json(502, { error: `the project did not answer: ${String(error)}` }))
