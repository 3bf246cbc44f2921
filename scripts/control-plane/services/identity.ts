import { Reply, type Services } from '../service.ts'

/** Who deploys: any token is as good as the next. */
const token = { access_token: 'ya29.stand-in', expires_in: 3599, token_type: 'Bearer' }

export const identity: Services = {
  'www.googleapis.com': {
    'POST /oauth2/v3/token': () => ({ ...token, scope: 'openid', id_token: 'none' }),
  },
  'sts.googleapis.com': {
    'POST /v1/token': () =>
      Reply.json(200, { ...token, issued_token_type: 'urn:ietf:params:oauth:token-type:access_token' }),
  },
}
