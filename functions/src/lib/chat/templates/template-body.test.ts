import { describe, expect, it } from 'vitest'
import { templateBody } from './template-body.ts'

const template = 'review-request'
const link = 'https://example.com/review?stay=1'
const pathsOf = (body: unknown) =>
  templateBody.safeParse(body).error?.issues.map(({ path }) => path.join('.'))

describe('the body of a template message', () => {
  it('is taken as it is when it is valid', () => {
    const body = { template, variables: { link, guest: 'Maria' }, messageId: 'm-1' }
    expect(templateBody.parse(body)).toEqual(body)
  })

  it('may leave all variables to us', () => {
    expect(templateBody.parse({ template })).toEqual({ template, variables: {} })
  })

  it.each<[string, unknown, string[]]>([
    ['no template', { variables: {} }, ['template']],
    ['another template', { template: 'greeting', variables: {} }, ['template']],
    ['a name of every object', { template: 'toString', variables: {} }, ['template']],
    ['a field too many', { template, variables: {}, body: 'x' }, ['']],
    ['a bad message id', { template, variables: {}, messageId: '__a__' }, ['messageId']],
    ['no object of variables', { template, variables: [] }, ['variables']],
    ['no variables at all', { template, variables: null }, ['variables']],
    ["another template's variable", { template, variables: { arrival: 'x' } }, ['variables']],
    ['a variable by its place', { template, variables: { 1: 'x' } }, ['variables']],
    ['a key that objects have', { template, variables: JSON.parse('{"__proto__":"x"}') }, ['variables']],
    [
      'values of other kinds',
      { template, variables: { link: 1, guest: null } },
      ['variables.guest', 'variables.link'],
    ],
    ['an empty value', { template, variables: { link: '' } }, ['variables.link']],
    ['a blank value', { template, variables: { link: '   ' } }, ['variables.link']],
    ['a long value', { template, variables: { link: 'x'.repeat(201) } }, ['variables.link']],
    ['a line break', { template, variables: { link: 'a\nb' } }, ['variables.link']],
    ['another line break', { template, variables: { link: 'a\u2028b' } }, ['variables.link']],
    ['a tab', { template, variables: { link: 'a\tb' } }, ['variables.link']],
    ['four spaces', { template, variables: { link: 'a    b' } }, ['variables.link']],
    ['half a character', { template, variables: { link: '\ud83d' } }, ['variables.link']],
  ])('with %s is refused, and the place named', (_what, body, places) => {
    expect(pathsOf(body)?.sort()).toEqual(places)
  })

  it('may have values up to the bounds', () => {
    for (const value of ['x', 'x'.repeat(200), 'a   b', '👋', '{guest}'])
      expect(templateBody.parse({ template, variables: { link: value } }).variables.link).toBe(value)
  })
})
