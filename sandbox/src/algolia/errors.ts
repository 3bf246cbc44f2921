import { json, Refusal } from '../core/vendor.ts'

const messages: Readonly<Record<number, string>> = {
  400: 'Bad request',
  403: 'Invalid Application-ID or API key',
  404: 'Not found',
  413: 'Record is too big',
  429: 'Too Many Requests',
  503: 'Service unavailable',
}

export const errorBody = (status: number, message?: string): unknown => ({
  message: message ?? messages[status] ?? 'Internal server error',
  status,
})

export const refuse = (status: number, message?: string): Refusal =>
  new Refusal(json(status, errorBody(status, message)))
