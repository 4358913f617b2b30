import type { EventKind } from '#core/telemetry/kinds';
import { z } from '#core/util/zod';

/**
 * What the ingestion pipeline behind a collector enforces: JSON Schemas that are not the V3 definitions. They list no
 * values, and close most of `edata`. A collector answers 200 before anybody looks at them; what fails them is dropped
 * later, into a queue that no page ever sees.
 */

const text = z.string();
const number = z.number();
const anyObject = z.looseObject({});
const objects = z.array(anyObject);
const named = z.looseObject({ id: text.optional(), type: text.optional() });
const rollup = z.looseObject({ l1: text.optional(), l2: text.optional(), l3: text.optional(), l4: text.optional() });
const plugin = z.strictObject({ id: text, ver: text, category: text.optional() });
const target = z.strictObject({ id: text, ver: text, type: text, parent: named.optional() });
/** Sizes of a device, where -1 is not known. */
const size = number.min(-1);

const context = z.looseObject({
  channel: text.min(1),
  pdata: z.looseObject({ id: text, pid: text.optional(), ver: text.optional() }),
  env: text,
  sid: text.optional(),
  did: text.optional(),
  cdata: z.array(z.strictObject({ type: text, id: text })).optional(),
  rollup: rollup.optional(),
});

const inlineObject = z.strictObject({
  id: text,
  type: text,
  ver: text,
  subtype: text.optional(),
  name: text.optional(),
  code: text.optional(),
  parent: named.optional(),
});

const device = z.looseObject({
  os: text.optional(),
  make: text.optional(),
  id: text.optional(),
  mem: size.optional(),
  idisk: size.optional(),
  edisk: size.optional(),
  scrn: size.optional(),
  camera: text.optional(),
  cpu: text.optional(),
  sims: size.optional(),
  cap: z.array(text).optional(),
});

const userAgent = z.looseObject({
  agent: text.optional(),
  ver: text.optional(),
  system: text.optional(),
  platform: text.optional(),
  raw: text.optional(),
});

const question = z.strictObject({
  id: text,
  maxscore: number.optional(),
  exlength: number.optional(),
  params: objects.optional(),
  uri: text.optional(),
  desc: text.optional(),
  title: text.optional(),
  mmc: z.array(text).optional(),
  mc: z.array(text).optional(),
  type: text.optional(),
});

const visit = z.strictObject({
  objid: text,
  objtype: text,
  objver: text.optional(),
  section: text.optional(),
  index: number.optional(),
});

const sharedItem = z.strictObject({
  id: text.optional(),
  type: text.optional(),
  ver: text.optional(),
  params: objects.optional(),
  origin: named.optional(),
  to: named.optional(),
});

/** What stands around `edata`. */
const envelope = {
  eid: text,
  ets: number,
  ver: z.enum(['3.0', '3.1']),
  mid: text.min(1),
  actor: z.looseObject({ id: text, type: text }),
  context,
  object: z
    .looseObject({ id: text.optional(), type: text.optional(), ver: text.optional(), rollup: rollup.optional() })
    .optional(),
  tags: z.array(text).optional(),
};

const edata = {
  start: z.strictObject({
    type: text,
    dspec: device.optional(),
    uaspec: userAgent.optional(),
    loc: text.optional(),
    mode: text.optional(),
    duration: number.optional(),
    pageid: text.optional(),
  }),
  impression: z.strictObject({
    type: text,
    subtype: text.optional(),
    pageid: text,
    duration: number.optional(),
    uri: text,
    visits: z.array(visit).optional(),
  }),
  interact: z.strictObject({
    type: text,
    subtype: text.optional(),
    id: text,
    pageid: text.optional(),
    target: target.optional(),
    plugin: plugin.optional(),
    extra: anyObject.optional(),
    duration: number.optional(),
  }),
  assess: z.strictObject({
    item: question,
    index: number.optional(),
    pass: text,
    score: number,
    resvalues: objects,
    duration: number,
  }),
  response: z.strictObject({ type: text, target, values: objects }),
  interrupt: z.strictObject({ type: text, pageid: text.optional() }),
  feedback: z.strictObject({
    rating: number.optional(),
    comments: text.optional(),
    commentid: text.optional(),
    commenttxt: text.optional(),
  }),
  share: z.strictObject({ dir: text.optional(), type: text.optional(), items: z.array(sharedItem) }),
  audit: z.strictObject({
    type: text.optional(),
    props: z.array(text).optional(),
    state: text.optional(),
    prevstate: text.optional(),
    duration: number.optional(),
  }),
  error: z.strictObject({
    err: text,
    errtype: text,
    stacktrace: text,
    pageid: text.optional(),
    object: inlineObject.optional(),
    plugin: plugin.optional(),
  }),
  heartbeat: anyObject,
  log: z.strictObject({
    type: text,
    level: text,
    message: text,
    pageid: text.optional(),
    params: objects.optional(),
  }),
  search: z.strictObject({
    type: text.optional(),
    query: text,
    filters: anyObject.optional(),
    sort: anyObject.optional(),
    correlationid: text.optional(),
    size: number,
    topn: objects,
  }),
  metrics: z.strictObject({
    system: text,
    subsystem: text,
    metrics: z.array(z.looseObject({ metric: text.optional(), value: number.optional() })).optional(),
  }),
  summary: z.strictObject({
    type: text,
    mode: text.optional(),
    starttime: number,
    endtime: number,
    timespent: number,
    pageviews: number,
    interactions: number,
    extra: z.array(z.looseObject({ id: text.optional(), value: text.optional() })).optional(),
  }),
  exdata: z.strictObject({ type: text.optional(), data: text.optional() }),
  end: z.strictObject({
    type: text,
    mode: text.optional(),
    duration: number.optional(),
    pageid: text.optional(),
    summary: objects.optional(),
  }),
} as const satisfies Readonly<Record<EventKind, z.ZodType>>;

/** The schema of a whole event of a kind. */
export function ingestionSchema(kind: EventKind): z.ZodType {
  return z.looseObject({ ...envelope, edata: edata[kind] });
}
