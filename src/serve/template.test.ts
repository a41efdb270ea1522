import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { uriTemplate } from './template.ts'

test.each([
  ['test://template/{id}/data', 'test://template/7/data', { id: '7' }],
  ['test://template/{id}/data', 'test://template/a%2Fb/data', { id: 'a/b' }],
  ['test://template/{id}/data', 'test://template/a/b/data', undefined],
  ['test://template/{id}/data', 'test://template//data', undefined],
  ['file:///{+path}', 'file:///a/b.txt', { path: 'a/b.txt' }],
  ['shop://orders{?state,page}', 'shop://orders?page=2&other=1', { page: '2' }],
  ['shop://orders{?state,page}', 'shop://orders', {}],
  ['shop://{a}.{b}', 'shop://x.y', { a: 'x', b: 'y' }],
  ['shop://a+b/{id}', 'shop://aab/7', undefined],
])('%s meets %s', (template, uri, variables) => {
  expect(uriTemplate(template).match(uri)).toEqual(variables)
})

test('what a template was filled with is what it reads', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (id) => {
      const uri = `test://x/${encodeURIComponent(id.toWellFormed())}/y`
      expect(uriTemplate('test://x/{id}/y').match(uri)).toEqual({ id: id.toWellFormed() })
    }),
  )
})

test('a broken escape is read as it stands', () => {
  expect(uriTemplate('test://{id}').match('test://%zz')).toEqual({ id: '%zz' })
})

test.each(['test://{/id}', 'test://{id', 'test://{id*}'])('%s cannot be matched, and says so', (template) => {
  expect(() => uriTemplate(template)).toThrow('is no template that can be matched')
})
