// Adds up test reports: `node scripts/count-tests.mjs FAILED_STEPS REPORT…`. Exit 1 when anything failed or is missing.
import { readFileSync } from 'node:fs'

const [failedSteps, ...reports] = process.argv.slice(2)
let passed = 0
let failed = Number(failedSteps)
for (const report of reports) {
  const counted = read(report)
  passed += counted.numPassedTests ?? 0
  failed += counted.numFailedTests ?? 1
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    console.error(`${report} was not written`)
    return {}
  }
}
