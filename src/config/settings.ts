/**
 * Every setting: its default, what it may be, and what it means. `readConfig` reads these names
 * only, and docs/configuration.md is written from this list, so links are relative to docs/.
 * A name with a point is a member: `TUNING="worker_lease_ms=240000"` sets `TUNING.worker_lease_ms`.
 */
export const settings = {
  HOST: { group: 'Address, database and log', defaultValue: '127.0.0.1', meaning: 'address to listen on' },
  PORT: {
    group: 'Address, database and log',
    defaultValue: 8080,
    range: [0, 65_535],
    meaning: 'port; 0 lets the system choose',
  },
  DATABASE_URL: {
    group: 'Address, database and log',
    isSecret: true,
    meaning: '`postgres://…` (15 or newer); without it the embedded database is used',
  },
  DATA_DIR: {
    group: 'Address, database and log',
    defaultValue: './data',
    meaning: 'folder of the embedded database',
  },
  EMBEDDED_DATABASE: {
    group: 'Address, database and log',
    defaultValue: 'on',
    values: ['on', 'off'],
    meaning: '`off`: without `DATABASE_URL` nothing starts, where an embedded database would be a mistake',
  },
  BLOBS_URL: {
    group: 'Address, database and log',
    meaning:
      'where new texts, attachments and statuses of documents are stored: `s3://bucket/prefix?region=…` ' +
      '([object store](operating.md#texts-in-an-object-store)); default: in the database',
  },
  TRUSTED_PROXIES: {
    group: 'Address, database and log',
    meaning: 'addresses and ranges, separated by commas, whose `X-Forwarded-For` is trusted',
  },
  CORS_ORIGINS: {
    group: 'Address, database and log',
    meaning:
      'origins, separated by commas, whose pages may call the API from a browser with a token, such as ' +
      '`https://erp.example`; default: none',
  },
  STOP_DELAY_MS: {
    group: 'Address, database and log',
    defaultValue: 0,
    range: [0, 300_000],
    meaning: 'how long a stopping instance still serves while `/readyz` is 503, so that a proxy takes it out',
  },
  LOG_LEVEL: {
    group: 'Address, database and log',
    defaultValue: 'info',
    values: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    meaning: 'JSON lines on standard error, from this level on',
  },

  GATEWAY: {
    group: 'Delivery',
    defaultValue: 'sandbox',
    values: ['sandbox', 'phoss-ap'],
    meaning: 'the network: a simulated one, or an access point that runs phoss-ap',
    required: 'with `DATABASE_URL` or `NODE_ENV=production`',
  },
  GATEWAY_URL: {
    group: 'Delivery',
    required: 'with `phoss-ap`',
    meaning:
      "the access point's address, http or https, without `/api`; or [several](operating.md#several-access-points), " +
      'each with a name: `default=http://a:8080,east=http://b:8080`',
  },
  GATEWAY_TOKEN: {
    group: 'Delivery',
    isSecret: true,
    required: 'with `phoss-ap`',
    meaning:
      "the access point's API token (`phase4.api.requiredtoken`), one for all or a list with the same names: " +
      '`default=…,east=…`',
  },
  GATEWAY_DRAIN: {
    group: 'Delivery',
    meaning: 'names from `GATEWAY_URL`, separated by commas: these access points finish their legs and get no new ones',
  },
  INBOUND_SECRET: {
    group: 'Delivery',
    isSecret: true,
    required: 'with `phoss-ap`',
    meaning: '32 or more characters: the secret of `POST /gateway/inbound`',
  },
  INBOUND_HEADER: {
    group: 'Delivery',
    defaultValue: 'X-Selfbill-Secret',
    meaning: 'the header that carries this secret',
  },
  MLS_TO: {
    group: 'Delivery',
    meaning: 'where receivers send their statuses, an id of our own provider; default: its main id',
  },
  SML_ZONE: {
    group: 'Delivery',
    meaning:
      'the network in which participants are looked up: `production`, `test`, or the DNS zone of another; ' +
      'without it `GET /api/participants/{scheme}/{id}` answers 501',
  },
  SERVICE_PROVIDER_ID: {
    group: 'Delivery',
    defaultText: '`0242:000001` in the sandbox',
    required: 'with `phoss-ap`',
    meaning: "our own access point's id",
  },
  C5_RECEIVER_ID: {
    group: 'Delivery',
    defaultText: '`0242:000006-TESTBED.3001` in the sandbox',
    required: 'with `phoss-ap`',
    meaning: "the tax authority's id",
  },
  REPORT_WITHDRAWALS: {
    group: 'Delivery',
    defaultValue: 'off',
    values: ['on', 'off'],
    meaning:
      '`on`: withdraw the report to the tax authority when the other party refuses the document ' +
      '([withdrawing reports](operating.md#withdrawing-reports))',
  },

  RULEBOOK_DIR: {
    group: 'Rules',
    meaning:
      'a folder of Schematron files to use instead of ours; its folders `tdd` and `mls`, if any, for reports and ' +
      'statuses',
  },
  RULEBOOKS_DIR: {
    group: 'Rules',
    meaning:
      'a folder with a rule book in each subfolder: rules for documents of other specifications, for `validate` ' +
      '([rule books beside ours](rulebook.md#rule-books-beside-ours-rulebooks_dir))',
  },
  RULEBOOK_GAPS: {
    group: 'Rules',
    defaultValue: 'on',
    values: ['on', 'off'],
    meaning: '`off`: the official rules only ([what they miss](rulebook-gaps.md))',
  },

  SECRET_KEY: {
    group: 'Secrets and tokens',
    isSecret: true,
    meaning:
      '64 hexadecimal digits: encrypts private keys and webhook secrets in the database. Without it, on the embedded ' +
      'database, `DATA_DIR/webhooks.key` encrypts webhook secrets',
  },
  SECRET_KEY_FORMER: {
    group: 'Secrets and tokens',
    isSecret: true,
    meaning:
      'former values of `SECRET_KEY`, separated by commas or white space: they open what they have encrypted, and ' +
      'encrypt nothing ([change SECRET_KEY](operating.md#change-secret_key)); needs `SECRET_KEY`',
  },
  TOKEN_ISSUER: {
    group: 'Secrets and tokens',
    defaultValue: 'selfbill',
    meaning: "`iss` of the tokens. If it is this service's URL, OAuth metadata (RFC 8414) names it",
  },
  TOKEN_AUDIENCE: { group: 'Secrets and tokens', defaultValue: 'selfbill', meaning: '`aud` of the tokens' },
  TRUSTED_ISSUERS: {
    group: 'Secrets and tokens',
    meaning:
      'other issuers whose tokens are accepted: JSON, or the name of a JSON file ' +
      '([issuers of tokens](operating.md#issuers-of-tokens))',
  },

  PUBLIC_URL: {
    group: 'People',
    required: 'with `SMTP_URL`',
    meaning: 'where browsers reach the service, such as `https://bills.example`; login links begin with it',
  },
  OIDC: {
    group: 'People',
    isSecret: true,
    meaning: 'the OpenID provider where people sign in ([people](operating.md#people))',
  },
  'OIDC.issuer': { group: 'People', required: 'with any other member', meaning: "the provider's address" },
  'OIDC.client_id': {
    group: 'People',
    required: 'with `issuer`',
    meaning: 'this service as a client of that provider',
  },
  'OIDC.client_secret': {
    group: 'People',
    isSecret: true,
    required: 'with `issuer`',
    meaning: 'the secret of that client',
  },
  'OIDC.name': {
    group: 'People',
    defaultText: 'host of the issuer',
    meaning: 'the name of the provider on the sign-in page',
  },
  'OIDC.org_claim': {
    group: 'People',
    required: 'with `role_claim`',
    meaning:
      "the claim that names a person's organisation, by id or name; each sign-in needs it. Without it people accept " +
      'invitations',
  },
  'OIDC.role_claim': {
    group: 'People',
    meaning: "the claim that names a person's role, as text or a list; then only people with a role may sign in",
  },
  'OIDC.roles': {
    group: 'People',
    meaning: "values of that claim and their roles: `bookkeepers=clerk,chiefs=admin`; default: the roles' own names",
  },
  SMTP_URL: {
    group: 'People',
    isSecret: true,
    meaning:
      'the mail server for e-mails to people, `smtp://user:password@host:port` or `smtps://…` ' +
      '([e-mails to people](operating.md#e-mails-to-people))',
  },
  MAIL_FROM: {
    group: 'People',
    required: 'with `SMTP_URL`',
    meaning: 'the sender of those e-mails: `bills@example.ae`, or `Selfbill <bills@example.ae>`',
  },

  COMPATIBILITY: {
    group: 'Programs around it',
    meaning:
      'a header prefix such as `x-acme`: compatibility mode for every organisation that has no setting of its own ' +
      '([compatibility mode](operating.md#compatibility-mode)); with `DATABASE_URL` it needs `SECRET_KEY`',
  },
  WEBHOOK_ALLOWED_RANGES: {
    group: 'Programs around it',
    meaning: 'private addresses and ranges, separated by commas, that webhooks may be sent to',
  },
  WEBHOOK_CA_FILE: { group: 'Programs around it', meaning: 'more certificates, in PEM, that webhooks trust' },
  METRICS: {
    group: 'Programs around it',
    isSecret: true,
    meaning: 'where Prometheus reads `/metrics`: at a port, with a token, or both ([metrics](operating.md#metrics))',
  },
  'METRICS.port': {
    group: 'Programs around it',
    range: [0, 65_535],
    required: 'with `host`',
    meaning: 'a separate port for `/metrics`; 0 lets the system choose',
  },
  'METRICS.host': {
    group: 'Programs around it',
    defaultText: '`127.0.0.1`',
    meaning: 'the address of that port',
  },
  'METRICS.token': {
    group: 'Programs around it',
    isSecret: true,
    meaning: 'at least 32 characters: `/metrics` on the port of the API, with this bearer token',
  },

  TUNING: {
    group: 'Tuning',
    meaning: 'other values for constants that we chose: measure before and after you change one',
  },
  'TUNING.gateway_timeout_ms': {
    group: 'Tuning',
    defaultText: '`30000`, or a quarter of `worker_lease_ms` if that is less',
    range: [100, 900_000],
    meaning: 'how long a submit waits for its receipt; at most a quarter of `worker_lease_ms`',
  },
  'TUNING.sandbox_delay_ms': {
    group: 'Tuning',
    defaultValue: 400,
    range: [0, 3_600_000],
    meaning: 'the longest random delay of the sandbox',
  },
  'TUNING.worker_concurrency': {
    group: 'Tuning',
    defaultValue: 64,
    range: [1, 1000],
    meaning: 'transmissions at a time',
  },
  'TUNING.worker_lease_ms': {
    group: 'Tuning',
    defaultValue: 120_000,
    range: [400, 3_600_000],
    meaning: 'how long an instance holds a leg that it claimed; a submit may take a quarter of it',
  },
  'TUNING.mls_overdue_minutes': {
    group: 'Tuning',
    defaultValue: 25,
    range: [1, 10_080],
    meaning: 'minutes after the receipt at which a missing status (MLS) is logged as overdue',
  },
  'TUNING.notice_hour': {
    group: 'Tuning',
    defaultValue: 8,
    range: [0, 23],
    meaning: 'the hour, in Gulf Standard Time, at which daily digests leave',
  },
  'TUNING.rate_limit_per_minute': {
    group: 'Tuning',
    defaultValue: 60,
    range: [1, 1_000_000],
    meaning:
      'requests per account and operation; without a token twice as many per network (IPv4 address or IPv6 /64) and ' +
      'instance',
  },
  'TUNING.profile_rate_limit_per_minute': {
    group: 'Tuning',
    defaultValue: 30,
    range: [1, 1_000_000],
    meaning: 'requests per account and operation on business profiles',
  },
  'TUNING.token_rate_limit_per_minute': {
    group: 'Tuning',
    defaultValue: 5,
    range: [1, 1_000_000],
    meaning: 'token requests per client, and per address',
  },
  'TUNING.request_memory_mb': {
    group: 'Tuning',
    defaultValue: 512,
    range: [64, 1_048_576],
    meaning:
      'memory that all large requests may hold at a time; one organisation may hold a quarter of it, then 429 ' +
      '([one gate](decisions/0056-one-gate.md)). A body above an eighth is 413: below 272, a batch of 32 MiB',
  },
  'TUNING.record_threads': {
    group: 'Tuning',
    defaultText: 'processors − 1, at least 1',
    range: [1, 256],
    meaning:
      'threads that make documents. With one, it makes the large ones and the main thread the others ' +
      '([record threads](decisions/0085-record-threads.md))',
  },
} as const satisfies Readonly<Record<string, Setting>>

export interface Setting {
  /** The heading it stands under in docs/configuration.md. */
  readonly group: string
  /** The value of a variable that is not set. */
  readonly defaultValue?: string | number
  /** The same in words, where it depends on something else. */
  readonly defaultText?: string
  /** Whole numbers from the first to the second. */
  readonly range?: readonly [min: number, max: number]
  readonly values?: readonly string[]
  /** It is or holds a secret: the same name with `_FILE` may name a file that has the value. */
  readonly isSecret?: true
  /** When the service does not start without it: "with …". */
  readonly required?: string
  readonly meaning: string
}

export type SettingName = keyof typeof settings

/** Settings that are part of another one's value. */
export type MemberName = Extract<SettingName, `${string}.${string}`>

/** Settings that are whole numbers. */
export type IntegerName = NamesWith<{ readonly range: readonly [number, number] }>

/** Settings with a fixed list of values. */
export type ChoiceName = NamesWith<{ readonly values: readonly string[]; readonly defaultValue: string }>

/** Settings with a default of their own. */
export type DefaultedName = NamesWith<{ readonly defaultValue: string | number }>

type NamesWith<Shape> = {
  [Name in SettingName]: (typeof settings)[Name] extends Shape ? Name : never
}[SettingName]
