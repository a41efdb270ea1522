import type { KnownEffects } from './known.ts'

/** Packages that talk to a service or a database, and the methods by which they change something there. */
const services: readonly {
  readonly of: RegExp
  readonly on: 'service' | 'database'
  readonly writes: RegExp
  readonly reads: RegExp
}[] = [
  {
    of: /^(?:stripe|@paypal\/.*|square|@adyen\/.*|braintree)$/,
    on: 'service',
    writes:
      /^(?:create|update|del|delete|cancel|capture|confirm|refund|void\w*|finalize\w*|pay|send\w*|attach|detach|approve|decline|reject|expire|reverse|close|submit|modify|resume)/,
    reads: /^(?:retrieve|list|search|get)/,
  },
  {
    of: /^(?:@octokit\/.*|octokit|@gitbeaker\/.*|@linear\/sdk|@notionhq\/client|jira\.js|asana|@hubspot\/.*|jsforce|@zendesk\/.*|airtable|trello\.js)$/,
    on: 'service',
    writes:
      /^(?:create|update|delete|remove|add|set|merge|close|lock|unlock|archive|append|upload|submit|dismiss|enable|disable|replace|transfer|trash|restore|destroy|upsert|insert)/i,
    reads: /^(?:get|list|search|retrieve|query|find|check|read|download|compare)/i,
  },
  {
    of: /^(?:@slack\/.*|discord\.js|telegraf|node-telegram-bot-api|twilio|nodemailer|resend|postmark|@sendgrid\/.*|mailgun\.js|@mailchimp\/.*|@vonage\/.*|web-push|firebase-admin)$/,
    on: 'service',
    writes:
      /^(?:send|post|create|update|delete|remove|add|set|schedule|reply|publish|upload|invite|kick|ban|archive|open|join|push)/i,
    reads: /^(?:get|list|search|retrieve|fetch|find|info|history|replies|members)/i,
  },
  {
    of: /^(?:googleapis|@googleapis\/.*|@google-cloud\/.*|@azure\/.*|@microsoft\/microsoft-graph-client)$/,
    on: 'service',
    writes:
      /^(?:create|update|delete|remove|insert|patch|send|save|upload|set|add|batchUpdate|append|clear|copy|move|trash|untrash|publish|post|put|write|import|upsert|purge)/,
    reads: /^(?:get|list|search|query|read|download|exists|count)/,
  },
  {
    of: /^(?:@prisma\/client|\.prisma)$/,
    on: 'database',
    writes: /^(?:create|update|upsert|delete|createMany\w*|updateMany\w*|deleteMany|\$executeRaw\w*)/,
    reads: /^(?:find|count|aggregate|groupBy|\$queryRaw)/,
  },
  {
    of: /^(?:mongodb|mongoose)$/,
    on: 'database',
    writes: /^(?:insert|update|replace|delete|remove|bulkWrite|findOneAnd|findByIdAnd|create|save|drop|rename)/,
    reads: /^(?:find|count|distinct|aggregate|exists|estimatedDocumentCount)/,
  },
  {
    of: /^(?:drizzle-orm|knex|kysely|sequelize|typeorm|objection|@mikro-orm\/.*)$/,
    on: 'database',
    writes:
      /^(?:insert|update|delete|del|destroy|save|remove|upsert|create|bulkCreate|truncate|persist|flush|insertInto|updateTable|deleteFrom|replaceInto|drop|alter|softDelete|restore|increment|decrement|patch)/,
    reads: /^(?:select|find|count|first|pluck|selectFrom|aggregate|max|min|sum)/,
  },
  {
    of: /^(?:redis|ioredis|@redis\/.*|@upstash\/redis|memcached|keyv)$/,
    on: 'database',
    writes:
      /^(?:set|del|delete|unlink|incr|decr|append|expire|persist|rename|h(?:set|del|incr|mset)|l(?:push|pop|rem|set|trim)|r(?:push|pop)|s(?:add|rem|pop|move)|z(?:add|rem|incr|pop)|x(?:add|del|trim)|publish|flush|mset|getdel|getset|clear)/i,
    reads:
      /^(?:get|mget|exists|keys|scan|ttl|type|h(?:get|keys|vals|len|exists)|l(?:range|len|index)|s(?:members|card|ismember)|z(?:range|score|card|rank)|x(?:range|read|len)|has)/i,
  },
]

const known: KnownEffects = {
  name: 'services',
  find({ origin, names, node }, { compiler }) {
    if (origin === undefined) return undefined
    const name = names.at(-1) ?? ''
    if (origin.startsWith('@aws-sdk/client-') && compiler.isNewExpression(node)) return awsCommand(name, origin)
    const service = services.find(({ of }) => of.test(origin))
    if (service === undefined) return undefined
    const what = `${names.join('.')} of ${origin}`
    if (service.writes.test(name)) return { on: service.on, access: 'write', what }
    return service.reads.test(name) ? { on: service.on, access: 'read', what } : undefined
  },
}
export default known

/** `new PutObjectCommand(…)`: the command is named for what it does. */
function awsCommand(name: string, origin: string): ReturnType<KnownEffects['find']> {
  if (!name.endsWith('Command')) return undefined
  const isRead = /^(?:Get|List|Describe|Head|Query|Scan|Search|BatchGet|Select|Lookup|Check|Estimate|Preview)/.test(
    name,
  )
  return { on: 'service', access: isRead ? 'read' : 'write', what: `${name} of ${origin}` }
}
