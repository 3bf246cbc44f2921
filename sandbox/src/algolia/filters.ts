/**
 * The `filters` language: `attr:value`, `attr:1 TO 5`, `attr >= 5`, AND, OR, NOT, parentheses, quotes.
 * OR binds tighter than AND, and facet values match whatever their case, as at the vendor.
 */

import { isObject, type JsonObject } from '../core/values.ts'
import { refuse } from './errors.ts'

export type Predicate = (record: JsonObject) => boolean

/** Whether an attribute may be filtered numerically. */
export type Filterable = (attribute: string) => boolean

interface Token {
  readonly text: string
  readonly quoted: boolean
}

const tokenPattern = /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(<=|>=|!=|[()<>=:])|([^\s()<>=!:"']+))/y

function tokenize(source: string): Token[] {
  const tokens: Token[] = []
  const text = source.trimEnd()
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < text.length) {
    const at = tokenPattern.lastIndex
    const match = tokenPattern.exec(text)
    if (!match) throw refuse(400, `filters: Unexpected token at col ${at}`)
    const [, double, single, symbol, word] = match
    const quoted = double ?? single
    tokens.push({
      text: quoted?.replace(/\\(.)/g, '$1') ?? symbol ?? word ?? '',
      quoted: quoted !== undefined,
    })
  }
  return tokens
}

/** A value at a dotted path; several when lists are on the way. */
function valuesAt(record: unknown, path: readonly string[]): readonly unknown[] {
  if (Array.isArray(record)) return record.flatMap(item => valuesAt(item, path))
  const [head, ...rest] = path
  if (head === undefined) return [record]
  return isObject(record) && Object.hasOwn(record, head) ? valuesAt(record[head], rest) : []
}

const valuesOf = (record: JsonObject, attribute: string): readonly unknown[] =>
  Object.hasOwn(record, attribute) ? valuesAt(record[attribute], []) : valuesAt(record, attribute.split('.'))

const comparisons: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  '=': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
}

/** Only tags and ids are case-sensitive. */
function matching(attribute: string, value: string): (stored: unknown) => boolean {
  if (attribute === '_tags' || attribute === 'objectID') return stored => String(stored) === value
  const lowerCase = value.toLowerCase()
  return stored => String(stored).toLowerCase() === lowerCase
}

class Parser {
  private readonly tokens: readonly Token[]
  private readonly filterable: Filterable
  private at = 0

  constructor(source: string, filterable: Filterable) {
    this.tokens = tokenize(source)
    this.filterable = filterable
  }

  parse(): Predicate {
    const predicate = this.and()
    if (this.at < this.tokens.length) throw this.unexpected()
    return predicate
  }

  private unexpected() {
    return refuse(400, `filters: Unexpected token ${this.tokens[this.at]?.text ?? 'end of filters'}`)
  }

  private accept(text: string): boolean {
    const token = this.tokens[this.at]
    if (!token || token.quoted || token.text !== text) return false
    this.at += 1
    return true
  }

  private take(): string {
    const token = this.tokens[this.at]
    if (!token || (!token.quoted && /^[()<>=!:]/.test(token.text))) throw this.unexpected()
    this.at += 1
    return token.text
  }

  private takeNumber(): number {
    const value = Number(this.take())
    if (Number.isNaN(value)) throw this.unexpected()
    return value
  }

  private and(): Predicate {
    const parts = [this.or()]
    while (this.accept('AND')) parts.push(this.or())
    return record => parts.every(part => part(record))
  }

  private or(): Predicate {
    const parts = [this.unary()]
    while (this.accept('OR')) parts.push(this.unary())
    return record => parts.some(part => part(record))
  }

  private unary(): Predicate {
    if (this.accept('NOT')) {
      const inner = this.unary()
      return record => !inner(record)
    }
    if (!this.accept('(')) return this.comparison()
    const inner = this.and()
    if (!this.accept(')')) throw this.unexpected()
    return inner
  }

  private comparison(): Predicate {
    const attribute = this.take()
    if (this.accept(':')) return this.facet(attribute)
    const symbol = Object.keys(comparisons).find(candidate => this.accept(candidate))
    const compare = comparisons[symbol ?? '']
    if (!compare) throw this.unexpected()
    const right = this.takeNumber()
    return this.number(attribute, value => compare(value, right))
  }

  /** An attribute that may not be filtered matches nothing. */
  private number(attribute: string, passes: (value: number) => boolean): Predicate {
    if (!this.filterable(attribute)) return () => false
    return record => valuesOf(record, attribute).some(value => typeof value === 'number' && passes(value))
  }

  private facet(attribute: string): Predicate {
    const value = this.take()
    if (!this.accept('TO')) return this.equal(attribute, value)
    const [low, high] = [Number(value), this.takeNumber()]
    return this.number(attribute, one => one >= low && one <= high)
  }

  private equal(attribute: string, value: string): Predicate {
    const same = matching(attribute, value)
    const numbers = this.filterable(attribute)
    return record =>
      valuesOf(record, attribute).some(stored => (numbers || typeof stored !== 'number') && same(stored))
  }
}

export const parseFilters = (source: string, filterable: Filterable = () => true): Predicate =>
  source.trim() === '' ? () => true : new Parser(source, filterable).parse()
