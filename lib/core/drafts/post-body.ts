import { addManualCdata } from '#core/journey/values/manual-cdata';
import { definedFields, isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { compiledOf } from '#core/telemetry/compiled';
import type { EventKind } from '#core/telemetry/kinds';
import { toEventParts } from '#core/telemetry/wire-format';

/** IDs and times that differ for each event and batch. */
export interface MessageIds {
  readonly mid: string;
  /** Epoch milliseconds. */
  readonly ets: number;
  readonly msgid: string;
}

/** A draft that is posted to a collector. */
export interface PostedDraft {
  readonly kind: EventKind;
  /** The arguments of a call, followed by `options`. */
  readonly args: readonly Json[];
  readonly ids: MessageIds;
  readonly hasManualCdata: boolean;
  /** Used if the draft's own context is unset. */
  readonly context?: JsonObject;
  /** Used if the draft's own actor is unset. */
  readonly actor?: JsonObject;
  /** The envelope of a captured event, which is used instead of all defaults. */
  readonly envelope?: JsonObject | undefined;
}

/**
 * Defaults of the fields that a collector requires.
 * The channel is empty, which gets a finding.
 */
const blankContext: JsonObject = {
  channel: '',
  pdata: { id: 'telemetry-v3-devtools', ver: '1.0', pid: '' },
  env: '',
  sid: '',
  did: '',
  cdata: [],
  rollup: {},
};
const blankActor: JsonObject = { id: 'anonymous', type: 'User' };

/** Builds the event of a draft in wire format, with the SDKs' order of keys. */
export function buildEvent(draft: PostedDraft): JsonObject {
  const { kind, args, ids, hasManualCdata } = draft;
  const { argumentNames, mappings } = compiledOf(kind);
  const argumentsByName = Object.fromEntries(
    argumentNames.flatMap((name, index) => {
      const value = args[index];
      return value === undefined || value === null ? [] : [[name, value] as const];
    }),
  );
  const { edata, object } = toEventParts(mappings, argumentsByName);
  const options = args[argumentNames.length];
  const { actor, context, object: optionsObject, tags } = isJsonObject(options) ? options : {};
  const envelope = draft.envelope ?? defaultEnvelope(draft);
  const mergedContext = withDefaults(envelope.context, context);
  return definedFields({
    eid: kind.toUpperCase(),
    ets: ids.ets,
    ver: envelope.ver,
    mid: ids.mid,
    actor: withDefaults(envelope.actor, actor),
    context: hasManualCdata ? addManualCdata(mergedContext) : mergedContext,
    object: withDefaults(withDefaults(envelope.object, isJsonObject(object) ? object : undefined), optionsObject),
    tags: tags ?? envelope.tags,
    edata,
  });
}

function defaultEnvelope({ context, actor = blankActor }: PostedDraft): JsonObject {
  return { ver: '3.0', actor, context: { ...blankContext, ...context }, object: {}, tags: [] };
}

/** Returns the body of a request with these events, in the format of the SDKs. */
export function buildPostBody(events: readonly JsonObject[], { msgid, ets }: MessageIds): string {
  return JSON.stringify({ id: 'api.sunbird.telemetry', ver: '3.0', params: { msgid }, ets, events });
}

/** Creates new IDs and times. The `mid` is `EID:` and 32 hexadecimal digits, as in the SDKs. */
export function newMessageIds(kind: EventKind, now: () => number, newId: () => string): MessageIds {
  const digits = () => newId().replaceAll('-', '');
  return { mid: `${kind.toUpperCase()}:${digits()}`, ets: now(), msgid: digits() };
}

/** Merges an object over the defaults. Any other value except null replaces them. */
function withDefaults(defaults: Json | undefined, value: Json | undefined): Json | undefined {
  if (value === undefined || value === null) return defaults;
  return isJsonObject(value) && isJsonObject(defaults) ? { ...defaults, ...value } : value;
}
