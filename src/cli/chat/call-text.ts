import { nameText, valueText } from '../../host/index.ts'
import type { ToolPlace } from '../../host/index.ts'
import { visible } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import { cutText } from './text.ts'

/** A call on one line that is so wide: `· orders > refund_order order_id "PT-1042"`. */
export function callLine(
  { place, name, arguments: args }: { place: ToolPlace | undefined; name: string; arguments: UnknownObject },
  room: number,
): string {
  const what = place === undefined ? visible(name) : placeText(place)
  const said = Object.entries(args).map(([key, value]) => `${nameText(key)} ${valueText(value)}`)
  return cutText(['·', what, ...said].join(' '), room)
}

export function placeText({ server, tool }: ToolPlace): string {
  return `${nameText(server)} > ${nameText(tool)}`
}

/** `12 ms`, `0.3 s`, `2 min 5 s` */
export function secondsText(ms: number): string {
  if (ms < 100) return `${Math.ceil(ms)} ms`
  return ms < 60_000
    ? `${(ms / 1000).toFixed(1)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}

/** `1.2 kB` */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
