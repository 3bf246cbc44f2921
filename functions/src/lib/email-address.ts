import { domainToASCII } from 'node:url'
import * as z from 'zod'

const notInLocalPart = /[\s\p{C}"(),:;<>@[\\\]]/u
const notInDomain = /[\s\p{C}/\\?#%:@<>[\]]/u

/** `müller.de` is `xn--mller-kva.de`; empty if invalid. */
export const asciiDomain = (domain: string): string => (notInDomain.test(domain) ? '' : domainToASCII(domain))

/** The domain in ASCII; names stay. */
export function onTheWire(address: string): string {
  const text = address.trim()
  const at = text.lastIndexOf('@') + 1
  const [domain, end] = text.endsWith('>') ? [text.slice(at, -1), '>'] : [text.slice(at), '']
  return text.slice(0, at) + (asciiDomain(domain) || domain) + end
}

const isLabel = (label: string): boolean =>
  /^[a-z0-9-]{1,63}$/.test(label) && !label.startsWith('-') && !label.endsWith('-')

function isDomain(domain: string): boolean {
  const labels = asciiDomain(domain).split('.')
  return labels.length > 1 && labels.every(isLabel) && /^[a-z]./.test(labels.at(-1) ?? '')
}

function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const isDotted = local.split('.').every(part => part !== '')
  return (
    at > 0 && local.length <= 64 && isDotted && !notInLocalPart.test(local) && isDomain(text.slice(at + 1))
  )
}

/** Any script, in the local part too (RFC 6531). */
export const emailAddress = z.string().max(254).refine(isEmailAddress, 'must be an e-mail address')
