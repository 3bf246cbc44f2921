import type { Fault, Faults } from './faults.ts'
import { sleep } from './values.ts'
import { Refusal, type Reply, type Vendor, type VendorName, type VendorRequest } from './vendor.ts'

/** The caller's outcome: a reply, a connection that breaks, or nothing ever. */
export type Outcome =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'reset' }
  | { readonly kind: 'silence' }

type Process = () => Promise<Reply>

const answered = (reply: Reply): Outcome => ({ kind: 'reply', reply })

async function run(vendor: Vendor, request: VendorRequest): Promise<Reply> {
  try {
    return await vendor.handle(request)
  } catch (error) {
    if (error instanceof Refusal) return error.reply
    throw error
  }
}

const refused = (fault: Fault, vendor: Vendor): Reply => {
  const status = fault.status ?? 503
  return { status, headers: fault.headers ?? {}, body: fault.body ?? vendor.errorBody(status) }
}

const malformed = (fault: Fault): Reply => ({
  status: fault.status ?? 200,
  headers: fault.headers ?? {},
  body: fault.body ?? { unexpected: ['shape'] },
})

async function delayed(fault: Fault, process: Process): Promise<Outcome> {
  const early = fault.processed ? await process() : undefined
  await sleep(fault.delayMs ?? 1000)
  return answered(early ?? (await process()))
}

async function misbehave(fault: Fault, vendor: Vendor, process: Process): Promise<Outcome> {
  switch (fault.mode) {
    case 'status':
      return answered(refused(fault, vendor))
    case 'reset':
      return { kind: 'reset' }
    case 'processed-then-reset':
      await process()
      return { kind: 'reset' }
    case 'timeout':
      if (fault.processed) await process()
      return { kind: 'silence' }
    case 'malformed':
      if (fault.processed) await process()
      return answered(malformed(fault))
    case 'delay':
      return delayed(fault, process)
  }
}

/** Runs one call through the faults and the vendor. */
export async function serveVendor(
  name: VendorName,
  vendor: Vendor,
  faults: Faults,
  request: VendorRequest,
): Promise<Outcome> {
  const process = () => run(vendor, request)
  const fault = faults.take(name, request)
  return fault ? misbehave(fault, vendor, process) : answered(await process())
}
