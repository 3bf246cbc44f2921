import { json, Refusal } from '../core/vendor.ts'

interface Problem {
  readonly status: number
  readonly message: string
}

const problems: Readonly<Record<number, Problem>> = {
  20001: { status: 400, message: 'Invalid parameter' },
  20003: { status: 401, message: 'Authenticate' },
  20404: { status: 404, message: 'The requested resource was not found' },
  20429: { status: 429, message: 'Too Many Requests' },
  20500: { status: 500, message: 'Internal Server Error' },
  20503: { status: 503, message: 'Service Unavailable' },
  21211: { status: 400, message: "Invalid 'To' Phone Number" },
  21603: { status: 400, message: "A 'From' phone number is required." },
  21604: { status: 400, message: "A 'To' phone number is required." },
  21606: {
    status: 400,
    message: "The 'From' phone number provided is not a valid message-capable phone number",
  },
  21609: { status: 400, message: "The 'StatusCallback' URL is not a valid URL" },
  21610: { status: 400, message: 'Attempt to send to unsubscribed recipient' },
  21614: { status: 400, message: "'To' number is not a valid mobile number" },
  21617: { status: 400, message: 'The concatenated message body exceeds the 1600 character limit' },
  21619: { status: 400, message: 'A text message body or media urls must be specified.' },
  21623: { status: 400, message: 'Number of media files exceeds allowed limit' },
  21655: { status: 400, message: 'The ContentSid is Invalid' },
  21656: { status: 400, message: 'The ContentVariables Parameter is invalid' },
  21910: {
    status: 400,
    message: "Invalid 'From' and 'To' pair. 'From' and 'To' should be of the same channel",
  },
  30007: { status: 400, message: 'Message filtered' },
  63003: { status: 400, message: 'Channel could not find To address' },
  63007: { status: 400, message: 'Twilio could not find a Channel with the specified From address' },
  63016: {
    status: 400,
    message:
      'Failed to send freeform message because you are outside the allowed window. Use a Message Template.',
  },
  63018: { status: 429, message: 'Rate limit exceeded for Channel' },
  63024: { status: 400, message: 'Invalid message recipient' },
}

const codeOfStatus: Readonly<Record<number, number>> = {
  400: 20001,
  401: 20003,
  403: 20003,
  404: 20404,
  429: 20429,
  500: 20500,
  503: 20503,
}

const body = (code: number, status: number, message: string) => ({
  code,
  message,
  more_info: `https://www.twilio.com/docs/errors/${code}`,
  status,
})

const messageOf = (code: number): string => problems[code]?.message ?? 'Unknown error'

export function refuse(code: number): Refusal {
  const { status, message } = problems[code] ?? { status: 400, message: 'Bad Request' }
  return new Refusal(json(status, body(code, status, message)))
}

export function errorBody(status: number): unknown {
  const code = codeOfStatus[status] ?? 20500
  return body(code, status, messageOf(code))
}
