import { afterEach, expect, test, vi } from 'vitest'
import { createScreen } from './screen.ts'
import type { Outlet, Screen } from './screen.ts'

afterEach(() => {
  vi.useRealTimers()
})

function screenAt(outlet: Partial<Outlet> = {}): { screen: Screen; shown: () => string } {
  let shown = ''
  const write = (text: string): void => void (shown += text)
  const screen = createScreen({
    out: write,
    err: write,
    outColumns: thirty,
    errColumns: thirty,
    hasColour: false,
    ...outlet,
  })
  return { screen, shown: () => shown }
}

function thirty(): number {
  return 30
}

test('nothing comes between a dialog, and nothing is lost by it', async () => {
  const { screen, shown } = screenAt()
  screen.say('I have ')
  await screen.hold(async () => {
    screen.say('more to say')
    screen.note('orders: not connected')
    await screen.hold(async () => screen.note('and so on'))
    expect(shown()).toBe('I have\n')
  })
  screen.say('!')
  screen.wait(undefined)
  expect(shown()).toBe('I have\nmore to say\norders: not connected\nand so on\n!\n')
})

test('a dialog that fails gives back what it kept', async () => {
  const { screen, shown } = screenAt()
  const failing = screen.hold(async () => {
    screen.note('kept')
    throw new Error('gone')
  })
  await expect(failing).rejects.toThrow('gone')
  expect(shown()).toBe('kept\n')
})

test('a note is broken between words, and goes on as far in as it begins', () => {
  const { screen, shown } = screenAt()
  screen.note('the tools of all servers, and how bad each could be', { first: '/tools  ' })
  expect(shown()).toBe('/tools  the tools of all\n        servers, and how bad\n        each could be\n')
})

test('is painted where that is wanted, and only the line', () => {
  const { screen, shown } = screenAt({ hasColour: true })
  screen.note('a b', { tone: 'yellow' })
  screen.note('')
  expect(shown()).toBe('\u001B[1;33ma b\u001B[0m\n\n')
})

test('a wait is said after a second, and leaves no trace', () => {
  vi.useFakeTimers()
  const { screen, shown } = screenAt({ hasColour: true })
  screen.wait('It thinks')
  vi.advanceTimersByTime(900)
  expect(shown()).toBe('')
  vi.advanceTimersByTime(1200)
  screen.say('Well.')
  vi.advanceTimersByTime(5000)
  screen.wait(undefined)
  const erase = '\r\u001B[2K'
  expect(shown()).toBe(
    `${erase}\u001B[2mIt thinks, 1 s\u001B[0m${erase}\u001B[2mIt thinks, 2 s\u001B[0m${erase}Well.\n`,
  )
})

test('a terminal that cannot take it away again is not told of a wait', () => {
  vi.useFakeTimers()
  const { screen, shown } = screenAt()
  screen.wait('It thinks')
  vi.advanceTimersByTime(9000)
  expect(shown()).toBe('')
})
