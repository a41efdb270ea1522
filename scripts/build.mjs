// Builds `dist`: declarations by the compiler; code by the bundler, because a server that starts from few files starts
// in half the time. Rooms share chunks; packages stay outside, but for the leaves that a served tool needs.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { build, transform } from 'esbuild'

const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const rooms = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
  /^([a-z]+\/)?index\.ts$/.test(path),
)
/** Whoever runs the last build meanwhile goes on running it. */
const unfinished = `dist-${process.pid}`

const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', unfinished]
const { status } = spawnSync(process.execPath, tsc, { stdio: 'inherit' })
if (status === 0) {
  await bundle()
  replace()
} else process.exitCode = status ?? 1
rmSync(unfinished, { recursive: true, force: true })

async function bundle() {
  await build({
    entryPoints: [...rooms.map((path) => `src/${path}`), 'src/cli/main.ts'],
    outdir: unfinished,
    outbase: 'src',
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // What finds MIME types can trace itself through this package, which wants a terminal.
    plugins: [
      { name: 'silence', setup: silence('debug') },
      { name: 'strip', setup: strip },
    ],
    external: Object.keys({ ...dependencies, ...peerDependencies }).flatMap((name) => [name, `${name}/*`]),
    legalComments: 'none',
  })
  chmodSync(`${unfinished}/cli/main.js`, 0o755)
}

function silence(name) {
  return ({ onResolve, onLoad }) => {
    onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: 'silent' }))
    onLoad({ filter: /.*/, namespace: 'silent' }, () => ({ contents: 'export default () => () => {}' }))
  }
}

/** Leaves are carried without their comments: one letter in them that is not ASCII makes a whole file slower to read. */
function strip({ onLoad }) {
  onLoad({ filter: /[\\/]node_modules[\\/].*\.js$/ }, async ({ path }) => {
    const { code } = await transform(readFileSync(path, 'utf8'), { minifyWhitespace: true, charset: 'ascii' })
    return { contents: code }
  })
}

function replace() {
  const last = `${unfinished}-last`
  if (existsSync('dist')) renameSync('dist', last)
  renameSync(unfinished, 'dist')
  rmSync(last, { recursive: true, force: true })
}
