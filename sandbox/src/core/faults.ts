import { z } from 'zod'
import { type VendorRequest, vendorNames } from './vendor.ts'

const regularExpression = z.string().refine(source => {
  try {
    return new RegExp(source) instanceof RegExp
  } catch {
    return false
  }
}, 'not a regular expression')

export const faultSchema = z.strictObject({
  vendor: z.enum(vendorNames),
  method: z.string().optional(),
  path: regularExpression.optional(),
  mode: z.enum(['status', 'reset', 'processed-then-reset', 'timeout', 'delay', 'malformed']),
  status: z.int().min(200).max(599).optional(),
  body: z.unknown().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  delayMs: z.int().min(0).optional(),
  /** How many calls it hits; without it every call until the faults are cleared. */
  times: z.int().min(1).optional(),
  /** How many matching calls pass before it starts. */
  skip: z.int().min(0).optional(),
  /** Timeout, delay and malformed only: do the work before misbehaving. */
  processed: z.boolean().optional(),
})

export type Fault = z.infer<typeof faultSchema>

interface Armed {
  readonly fault: Fault
  skip: number
  left: number
}

function decodeQuery(query: string): string {
  try {
    return decodeURIComponent(query)
  } catch {
    return query
  }
}

function matches(fault: Fault, vendor: string, request: VendorRequest): boolean {
  if (fault.vendor !== vendor) return false
  if (fault.method && fault.method.toUpperCase() !== request.method) return false
  if (fault.path === undefined) return true
  const pattern = new RegExp(fault.path)
  const query = request.query.size > 0 ? `?${request.query}` : ''
  // As sent and as read: `filter[property_id]` travels percent-encoded.
  const paths = [request.path, request.path + query, request.path + decodeQuery(query)]
  return paths.some(path => pattern.test(path) || pattern.test(`/${vendor}${path}`))
}

export function createFaults() {
  let armed: Armed[] = []
  return {
    add(fault: Fault): void {
      armed.push({ fault, skip: fault.skip ?? 0, left: fault.times ?? Number.POSITIVE_INFINITY })
    },
    /** The fault that hits this call, oldest first; counts it down. */
    take(vendor: string, request: VendorRequest): Fault | undefined {
      for (const candidate of armed) {
        if (candidate.left <= 0 || !matches(candidate.fault, vendor, request)) continue
        if (candidate.skip > 0) {
          candidate.skip -= 1
          continue
        }
        candidate.left -= 1
        return candidate.fault
      }
      return undefined
    },
    clear(): void {
      armed = []
    },
  }
}

export type Faults = ReturnType<typeof createFaults>
