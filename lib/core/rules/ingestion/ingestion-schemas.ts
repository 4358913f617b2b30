import type { EventKind } from '#core/telemetry/kinds';
import * as z from '#core/util/zod';
import { DEFAULT_PIPELINE, type PipelineName } from './ingestion-profiles';

/**
 * The schemas of the ingestion pipeline behind a collector, which differ from the V3 definitions.
 * They list no values except those of `ver`, and allow no unknown fields in most of `edata`. A collector responds with
 * 200 before the pipeline validates. Invalid events are later dropped into a queue, which is invisible to the page.
 */

const text = z.string();
const number = z.number();
const anyObject = z.looseObject({});
const objects = z.array(anyObject);
const idAndType = z.looseObject({ id: z.optional(text), type: z.optional(text) });
const rollup = z.looseObject({
  l1: z.optional(text),
  l2: z.optional(text),
  l3: z.optional(text),
  l4: z.optional(text),
});
const plugin = z.strictObject({ id: text, ver: text, category: z.optional(text) });
const target = z.strictObject({ id: text, ver: text, type: text, parent: z.optional(idAndType) });
/** A size in the description of a device. -1 means unknown. */
const size = number.check(z.minimum(-1));

/** The pipeline's `context.json` does not validate `rollup`; its `object.json` does. */
const context = z.looseObject({
  channel: text.check(z.minLength(1)),
  pdata: z.looseObject({ id: text, pid: z.optional(text), ver: z.optional(text) }),
  env: text,
  sid: z.optional(text),
  did: z.optional(text),
  cdata: z.optional(z.array(z.strictObject({ type: text, id: text }))),
});

const inlineObject = z.strictObject({
  id: text,
  type: text,
  ver: text,
  subtype: z.optional(text),
  name: z.optional(text),
  code: z.optional(text),
  parent: z.optional(idAndType),
});

const device = z.looseObject({
  os: z.optional(text),
  make: z.optional(text),
  id: z.optional(text),
  mem: z.optional(size),
  idisk: z.optional(size),
  edisk: z.optional(size),
  scrn: z.optional(size),
  camera: z.optional(text),
  cpu: z.optional(text),
  sims: z.optional(size),
  cap: z.optional(z.array(text)),
});

const userAgent = z.looseObject({
  agent: z.optional(text),
  ver: z.optional(text),
  system: z.optional(text),
  platform: z.optional(text),
  raw: z.optional(text),
});

const untypedQuestion = {
  id: text,
  maxscore: z.optional(number),
  exlength: z.optional(number),
  params: z.optional(objects),
  uri: z.optional(text),
  desc: z.optional(text),
  title: z.optional(text),
  mmc: z.optional(z.array(text)),
  mc: z.optional(z.array(text)),
};
const question = z.strictObject({ ...untypedQuestion, type: z.optional(text) });

const visit = z.strictObject({
  objid: text,
  objtype: text,
  objver: z.optional(text),
  section: z.optional(text),
  index: z.optional(number),
});

const sharedItem = z.strictObject({
  id: z.optional(text),
  type: z.optional(text),
  ver: z.optional(text),
  params: z.optional(objects),
  origin: z.optional(idAndType),
  to: z.optional(idAndType),
});

/** The fields around `edata`. */
const envelope = {
  eid: text,
  ets: number,
  ver: z.enum(['3.0', '3.1']),
  mid: text.check(z.minLength(1)),
  actor: z.looseObject({ id: text, type: text }),
  context,
  object: z.optional(
    z.looseObject({ id: z.optional(text), type: z.optional(text), ver: z.optional(text), rollup: z.optional(rollup) }),
  ),
  tags: z.optional(z.array(text)),
};

const assessFields = {
  index: z.optional(number),
  pass: text,
  score: number,
  resvalues: objects,
  duration: number,
};

const edata = {
  start: z.strictObject({
    type: text,
    dspec: z.optional(device),
    uaspec: z.optional(userAgent),
    loc: z.optional(text),
    mode: z.optional(text),
    duration: z.optional(number),
    pageid: z.optional(text),
  }),
  impression: z.strictObject({
    type: text,
    subtype: z.optional(text),
    pageid: text,
    duration: z.optional(number),
    uri: text,
    visits: z.optional(z.array(visit)),
  }),
  interact: z.strictObject({
    type: text,
    subtype: z.optional(text),
    id: text,
    pageid: z.optional(text),
    target: z.optional(target),
    plugin: z.optional(plugin),
    extra: z.optional(anyObject),
    duration: z.optional(number),
  }),
  assess: z.strictObject({ ...assessFields, item: question }),
  response: z.strictObject({ type: text, target, values: objects }),
  interrupt: z.strictObject({ type: text, pageid: z.optional(text) }),
  feedback: z.strictObject({
    rating: z.optional(number),
    comments: z.optional(text),
    commentid: z.optional(text),
    commenttxt: z.optional(text),
  }),
  share: z.strictObject({ dir: z.optional(text), type: z.optional(text), items: z.array(sharedItem) }),
  audit: z.strictObject({
    type: z.optional(text),
    props: z.optional(z.array(text)),
    state: z.optional(text),
    prevstate: z.optional(text),
    duration: z.optional(number),
  }),
  error: z.strictObject({
    err: text,
    errtype: text,
    stacktrace: text,
    pageid: z.optional(text),
    object: z.optional(inlineObject),
    plugin: z.optional(plugin),
  }),
  heartbeat: anyObject,
  log: z.strictObject({
    type: text,
    level: text,
    message: text,
    pageid: z.optional(text),
    params: z.optional(objects),
  }),
  search: z.strictObject({
    type: z.optional(text),
    query: text,
    filters: z.optional(anyObject),
    sort: z.optional(anyObject),
    correlationid: z.optional(text),
    size: number,
    topn: objects,
  }),
  metrics: z.strictObject({
    system: text,
    subsystem: text,
    metrics: z.optional(z.array(z.looseObject({ metric: z.optional(text), value: z.optional(number) }))),
  }),
  summary: z.strictObject({
    type: text,
    mode: z.optional(text),
    starttime: number,
    endtime: number,
    timespent: number,
    pageviews: number,
    interactions: number,
    extra: z.optional(z.array(z.looseObject({ id: z.optional(text), value: z.optional(text) }))),
  }),
  exdata: z.strictObject({ type: z.optional(text), data: z.optional(text) }),
  end: z.strictObject({
    type: text,
    mode: z.optional(text),
    duration: z.optional(number),
    pageid: z.optional(text),
    summary: z.optional(objects),
  }),
} as const satisfies Readonly<Record<EventKind, z.ZodMiniType>>;

/** In 2019, a question had no type. */
const assessOf2019 = z.strictObject({ ...assessFields, item: z.strictObject(untypedQuestion) });

/** Creates the schema of a whole event of a kind. */
export function createIngestionSchema(kind: EventKind, pipeline: PipelineName = DEFAULT_PIPELINE): z.ZodMiniType {
  const data = pipeline === 'sunbird-2019' && kind === 'assess' ? assessOf2019 : edata[kind];
  return z.looseObject({ ...envelope, edata: data });
}
