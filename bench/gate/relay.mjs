// The least that anything between costs: a process that passes on bytes both ways.
import { spawn } from 'node:child_process'

const child = spawn(process.execPath, process.argv.slice(2), { stdio: ['pipe', 'pipe', 'inherit'] })
process.stdin.pipe(child.stdin)
child.stdout.pipe(process.stdout)
