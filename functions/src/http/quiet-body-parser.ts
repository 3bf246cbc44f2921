/**
 * The platform reads a request's body before our code runs, and prints the error of one it cannot read, with that body
 * and with a piece of it in the message. What guests and staff write must not stand in a log.
 */
const print = console.error

console.error = (...given: unknown[]) => print(...given.map(withoutBody))

const withoutBody = (value: unknown): unknown =>
  value instanceof Error && 'body' in value && 'type' in value
    ? `a request's body could not be read: ${String(value.type)}`
    : value
