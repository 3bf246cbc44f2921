import { ProviderError } from '../../errors.ts'
import type { Refusal } from './delivery-failures.ts'

/** A send that the provider has refused, and would refuse again. */
export class SendRefusedError extends ProviderError {
  readonly refusal: Refusal

  constructor(provider: string, refusal: Refusal, message: string, options: { status?: number } = {}) {
    const { providerCode } = refusal
    super(provider, 'permanent', message, { ...options, ...(providerCode !== undefined && { providerCode }) })
    this.refusal = refusal
  }
}
