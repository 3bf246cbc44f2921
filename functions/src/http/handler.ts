import type { IncomingMessage } from 'node:http'
import * as z from 'zod'
import type { Actor } from '../lib/actor.ts'
import type { Context } from '../lib/context.ts'
import { DomainError } from '../lib/errors.ts'
import { clientId } from '../lib/identifiers.ts'

/** What is read of a request of the platform. */
export interface HttpRequest extends Pick<IncomingMessage, 'headers' | 'socket'> {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly originalUrl: string
  readonly query: unknown
  /** Parsed by its type when it is first read (`body.ts`). */
  readonly body: unknown
  readonly rawBody?: Buffer
  get(header: string): string | undefined
}

/** What a handler gets: the request, taken apart but not yet trusted. */
export interface Call<Caller> {
  caller: Caller
  context: Context
  /** Path parameters, decoded. */
  params: Record<string, string>
  request: HttpRequest
}

export interface Reply {
  status: number
  /** Sent as JSON unless it is a string, or bytes to be streamed. */
  body?: unknown
  headers?: Record<string, string>
  /** Ids by which the log finds what else became of it; nothing that somebody wrote. */
  about?: Readonly<Record<string, string>>
}

/** Answers one route. The caller of a webhook, and of a public route, is `undefined`. */
export type Handler<Caller = Actor> = (call: Call<Caller>) => Promise<Reply>

/** The input as the schema gives it, or `validation-failed` with every place that is wrong. */
export function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw new DomainError('validation-failed', 'The request is not valid.', {
    nextAction: 'Correct what "errors" names and send it again.',
    errors: result.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
  })
}

/** The id in a path. */
export const idIn = ({ id }: Call<unknown>['params']) => parse(clientId, id)

/** The message in a path, and its thread. */
export const messageIn = (params: Call<unknown>['params']) => ({
  threadId: idIn(params),
  messageId: parse(clientId, params.messageId),
})

/** A type as it is read: nothing read-only, no `undefined` where a field may be absent, intersections made one. */
type Plain<T> = T extends Date
  ? 'a time'
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : T extends object
      ? { -readonly [Key in keyof T]: Plain<Exclude<T[Key], undefined>> }
      : T

type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

type Checked<Fits, Reply, Schema extends z.ZodType> = Fits extends true
  ? unknown
  : { 'the schema differs from the reply': [Plain<Reply>, Plain<z.output<Schema>>] }

/**
 * A schema that says exactly what a verb answers with: it does not compile otherwise. Replies are not parsed with it
 * when they are sent; the document of the API is made from it, and the tests hold every answer they get against that.
 */
export const replyOf =
  <Reply>() =>
  <Schema extends z.ZodType>(
    schema: Schema & Checked<IsSame<Plain<Reply>, Plain<z.output<Schema>>>, Reply, Schema>,
  ): Schema =>
    schema

type Names<T> = string extends keyof T ? unknown : keyof T
type IsWithin<A, B> = [A, Names<A>] extends [B, Names<B>] ? true : false

/** The same for a reply whose type leaves open what some of its fields hold: the schema may say more, never other. */
export const replyWithin =
  <Reply>() =>
  <Schema extends z.ZodType>(
    schema: Schema & Checked<IsWithin<Plain<z.output<Schema>>, Plain<Reply>>, Reply, Schema>,
  ): Schema =>
    schema

/** Goes into the query of the next page; null on the last one. */
export const nextCursor = z
  .string()
  .nullable()
  .meta({ description: 'Asks for the next page; null on the last one.' })
