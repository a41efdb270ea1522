import { describe, expect, test } from 'vitest'
import { drawingFor } from './pictures.ts'

const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.alloc(9000, 7)])
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0])

describe('a terminal', () => {
  test.each([{ TERM_PROGRAM: 'iTerm.app' }, { TERM_PROGRAM: 'WezTerm' }, { LC_TERMINAL: 'iTerm2' }])(
    'that is %o takes pictures as inline files',
    (env) => {
      const draw = drawingFor(env)
      expect(draw?.(jpeg)).toBe('\u001B]1337;File=inline=1;size=4:/9j/4A==\u0007')
      expect(draw?.(Buffer.from('<svg/>'))).toBeUndefined()
    },
  )

  test.each([{ KITTY_WINDOW_ID: '1' }, { TERM: 'xterm-kitty' }, { TERM_PROGRAM: 'ghostty' }])(
    'that is %o takes PNG, in chunks',
    (env) => {
      const drawn = drawingFor(env)?.(png) ?? ''
      const chunks = [...drawn.matchAll(/\p{Cc}_G([^;]*);([A-Za-z0-9+/=]*)\p{Cc}\\/gu)]
      expect(chunks.map(([, keys]) => keys)).toEqual(['a=T,f=100,q=2,m=1', 'm=1', 'm=0'])
      expect(chunks.map(([whole]) => whole).join('')).toBe(drawn)
      expect(Buffer.from(chunks.map(([, , data]) => data).join(''), 'base64')).toEqual(png)
      expect(drawingFor(env)?.(jpeg)).toBeUndefined()
    },
  )

  test.each([
    {},
    { TERM: 'xterm-256color', TERM_PROGRAM: 'Apple_Terminal' },
    { TERM: 'dumb', TERM_PROGRAM: 'iTerm.app' },
    { TMUX: '/tmp/x', TERM_PROGRAM: 'WezTerm' },
    { KITTY_WINDOW_ID: '1', TERM_PROGRAM: 'vscode' },
  ])('that is %o takes none', (env) => {
    expect(drawingFor(env)).toBeUndefined()
  })
})

test('a picture that is too large is a file’s business', () => {
  const large = Buffer.concat([jpeg, Buffer.alloc(8_000_000)])
  expect(drawingFor({ TERM_PROGRAM: 'WezTerm' })?.(large)).toBeUndefined()
})
