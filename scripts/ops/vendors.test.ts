import { expect, it } from 'vitest'
import { vendorAccess } from './vendors.ts'

it('refuses a project whose parameters are not here, rather than take its vendors for absent', async () => {
  await expect(vendorAccess({}, 'elsewhere-deployed')).rejects.toThrow(
    'functions/.env.elsewhere-deployed does not say TWILIO_ACCOUNT_SID, ALGOLIA_APP_ID, GUEST_PLATFORM_URL',
  )
})
