// Preloaded (`node --import`) into a served function: the requests for Google's ID token keys and for the records of
// users, and only they, go to GOOGLE_KEYS_URL. Everything else of the token check, and everything else that is served,
// stays as deployed.
import http from 'node:http'
import https from 'node:https'

const keys = new URL(process.env.GOOGLE_KEYS_URL ?? 'http://GOOGLE_KEYS_URL-is-not-set')
const request = https.request

https.request = (options, onResponse) => {
  const isForKeys =
    options.hostname === 'www.googleapis.com' &&
    options.path === '/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com'
  const isForRecords = options.hostname === 'identitytoolkit.googleapis.com'
  if (!isForKeys && !isForRecords) return request(options, onResponse)
  const { hostname: host, port } = keys
  return http.request(
    { method: options.method, path: options.path, headers: options.headers, host, port },
    onResponse,
  )
}
