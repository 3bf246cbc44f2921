/** The body of create and update, parsed once. */

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { asObject } from '../core/values.ts'
import type { ChannelMapping, Hotel } from './model.ts'
import { invalid } from './replies.ts'

const row = z.object({
  rate_plan_id: z.string(),
  settings: z.object({
    room_type_code: z.int(),
    rate_plan_code: z.union([z.int(), z.string().min(1)]),
    occupancy: z.int().min(1),
    pricing_type: z.string(),
    primary_occ: z.boolean(),
    readonly: z.boolean(),
  }),
})

/** Removes the rows of a rate plan. */
const removal = z.object({ rate_plan_id: z.string(), settings: z.null() })

const update = z.object({
  channel: z.string().optional(),
  title: z.string().min(1).optional(),
  group_id: z.string().optional(),
  properties: z.array(z.string()).optional(),
  settings: z.object({ hotel_id: z.string().min(1) }).optional(),
  rate_plans: z.array(z.union([row, removal])).optional(),
})

const create = update.required({ channel: true, title: true, group_id: true }).extend({
  settings: z.object({ hotel_id: z.union([z.string().min(1), z.int()]) }),
  rate_plans: z.array(row).optional(),
})

export type ChannelUpdate = z.infer<typeof update>
export type ChannelCreate = z.infer<typeof create>

/** One message per field, under the name of the top-level field, as the vendor groups them. */
function detailsOf(error: z.ZodError): Record<string, string[]> {
  const details: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? 'channel')
    const at = issue.path.slice(1).join('.')
    const missing = issue.code === 'invalid_type' && issue.input === undefined
    const message = missing ? "can't be blank" : 'is invalid'
    details[field] = [...(details[field] ?? []), at === '' ? message : `${at} ${message}`]
  }
  return details
}

function parse<Output>(schema: z.ZodType<Output>, body: unknown): Output {
  const parsed = schema.safeParse(asObject(asObject(body).channel), { reportInput: true })
  if (!parsed.success) throw invalid(detailsOf(parsed.error))
  return parsed.data
}

export const parseCreate = (body: unknown): ChannelCreate => parse(create, body)
export const parseUpdate = (body: unknown): ChannelUpdate => parse(update, body)

export const toMappings = (rows: readonly z.infer<typeof row>[]): readonly ChannelMapping[] =>
  rows.map(({ rate_plan_id, settings }) => ({
    id: randomUUID(),
    ratePlanId: rate_plan_id,
    roomTypeCode: settings.room_type_code,
    ratePlanCode: settings.rate_plan_code,
    occupancy: settings.occupancy,
    pricingType: settings.pricing_type,
    primary: settings.primary_occ,
    readonly: settings.readonly,
  }))

type Rows = NonNullable<ChannelUpdate['rate_plans']>

const isKept = (one: Rows[number]): one is z.infer<typeof row> => one.settings !== null

/** The mapping after an update: its rows, and with `keepsLeftOut` also the rows of rate plans that it does not name. */
export function updatedMappings(
  present: readonly ChannelMapping[],
  rows: Rows,
  { keepsLeftOut = false }: Hotel,
): readonly ChannelMapping[] {
  const named = new Set(rows.map(one => one.rate_plan_id))
  const others = keepsLeftOut ? present.filter(one => !named.has(one.ratePlanId)) : []
  return [...others, ...toMappings(rows.filter(isKept))]
}
