/** A time as a model reads it: the hour, with the day where that is not today. */
export function timeText(time: number, now: number): string {
  const [day = '', hour = ''] = new Date(time).toISOString().split('T')
  const minute = `${hour.slice(0, 5)} UTC`
  return new Date(now).toISOString().startsWith(day) ? minute : `${minute} on ${day}`
}
