import type { LogLevel } from '../tool/index.ts'

const levels: readonly LogLevel[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']

/** The level that a client asks for, or undefined where it names none that there is. */
export function readLogLevel(value: unknown): LogLevel | undefined {
  return levels.find((level) => level === value)
}

/** Whether a client that asked for `wanted` and above hears of `level`. One that asked for nothing hears of nothing. */
export function isLoud(level: LogLevel, wanted: LogLevel | undefined): boolean {
  return wanted !== undefined && levels.indexOf(level) >= levels.indexOf(wanted)
}
