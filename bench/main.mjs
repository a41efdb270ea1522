// Runs the benches one after the other: all, or those that are named (`npm run bench -- serve`). What they print are
// ratios measured in this one run; on a shared machine only they mean something.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const known = readdirSync(folder)
  .filter((file) => file.endsWith('.mjs') && file !== 'main.mjs')
  .map((file) => file.slice(0, -'.mjs'.length))
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !known.includes(name))

if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are ${known.join(', ')}.`)
  process.exitCode = 2
} else {
  for (const name of wanted.length === 0 ? known : wanted) {
    console.log(`\n== ${name}`)
    const { status } = spawnSync(process.execPath, ['--expose-gc', `${folder}${name}.mjs`], { stdio: 'inherit' })
    if (status !== 0) process.exitCode = 1
  }
}
