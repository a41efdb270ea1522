import { expect, test } from 'vitest'
import { echo } from './echo.ts'

test('what is short is repeated whole, what is long by its beginning', () => {
  expect(echo('x'.repeat(100))).toBe('x'.repeat(100))
  expect(echo('x'.repeat(101))).toBe(`${'x'.repeat(99)}…`)
  expect(echo('😀'.repeat(60)).isWellFormed()).toBe(true)
})
