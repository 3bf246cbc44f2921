// The same post as a Cloud Function of Parse Server.
import express from 'express'
import { ParseServer } from 'parse-server'
import { callerOf } from '../job/id-token.mjs'
import { authorize, parsePost } from '../job/post.mjs'
import { Refused } from '../job/refused.mjs'
import { options } from './options.mjs'
import { storePost } from './store-post.mjs'

function cloud(Parse) {
  Parse.allowCustomObjectId = true
  Parse.Cloud.define('postMessage', async ({ params, headers, ip }) => {
    try {
      const { threadId, ...body } = params
      const caller = await callerOf(headers.authorization)
      const post = parsePost(threadId, body)
      authorize(caller, post)
      const origin = { ip, userAgent: headers['user-agent'] ?? '' }
      return await storePost(Parse, caller, { threadId, post, origin })
    } catch (error) {
      if (error instanceof Refused) throw new Parse.Error(Parse.Error.SCRIPT_FAILED, error.code)
      throw error
    }
  })
}

const server = new ParseServer(options(cloud))
await server.start()
const app = express()
app.use('/parse', server.app)
app.listen(Number(process.env.PORT), '127.0.0.1')
