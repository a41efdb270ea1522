/** The time of this machine, in milliseconds. */
export function systemTime(): number {
  return new Date().getTime()
}
