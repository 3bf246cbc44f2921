import type { SandboxContext } from '../core/context.ts'
import { json, type Vendor } from '../core/vendor.ts'

const errorBody = (status: number): unknown => ({ message: 'not implemented', status })

export const createAlgolia = (_context: SandboxContext): Vendor => ({
  errorBody,
  reset: () => undefined,
  state: () => ({ records: [] }),
  handle: () => json(503, errorBody(503)),
})
