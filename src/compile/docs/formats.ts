import { nearest } from '../../tool/index.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3 */
const formats: readonly string[] = [
  'date-time',
  'date',
  'time',
  'duration',
  'email',
  'idn-email',
  'hostname',
  'idn-hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'iri',
  'iri-reference',
  'uuid',
  'uri-template',
  'json-pointer',
  'relative-json-pointer',
  'regex',
]

/** What people write who know another language or another library. */
const familiar: Readonly<Record<string, string>> = {
  url: 'uri',
  ip: 'ipv4',
  guid: 'uuid',
  mail: 'email',
  host: 'hostname',
  timestamp: 'date-time',
}

/** The format that an unknown one was meant for, if it is near one; any other is a note to the reader. */
export function meantFormat(format: string): string | undefined {
  if (formats.includes(format)) return undefined
  // A short word is near to too many others.
  return familiar[format.toLowerCase()] ?? (format.length < 5 ? undefined : nearest(format, formats)[0])
}
