import { expect, it } from 'vitest'
import { vendorAccess } from './vendors.ts'

it('takes no vendor for absent because the parameters of its project are not here', async () => {
  await expect(vendorAccess({}, 'elsewhere-deployed')).rejects.toThrow(
    'functions/.env.elsewhere-deployed does not say TWILIO_ACCOUNT_SID, ALGOLIA_APP_ID, GUEST_PLATFORM_URL',
  )
})
