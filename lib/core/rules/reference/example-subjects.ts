import { buildEvent } from '#core/drafts/post-body';
import type { Json, JsonObject } from '#core/json/json';
import { applyEdits, type JsonEdit } from '#core/negative-tests/edit-json';
import { sampleOf } from '#core/negative-tests/violations-of';
import { readDraft } from '#core/telemetry/draft';
import type { EventKind } from '#core/telemetry/kinds';
import type { ExampleValues } from './rule-catalog';

const STAMP = { mid: 'SAMPLE:5f0c17f2', ets: 1_763_620_200_000, msgid: '5f0c17f2' };
const SITE = { 'context.channel': 'learn.example.org', 'context.env': 'player' };

/** Returns the arguments of the sample of a kind with these values in it. */
export function exampleCall(kind: EventKind, values: ExampleValues): readonly Json[] {
  const draft = readDraft(kind, JSON.stringify(applyEdits(sampleOf(kind), editsOf(values))));
  return draft.ok ? draft.value : [];
}

/** Returns the event of the sample of a kind, as the page sends it, with these values in it. */
export function exampleEvent(kind: EventKind, values: ExampleValues): JsonObject {
  const event = buildEvent({ kind, args: exampleCall(kind, {}), stamp: STAMP, isMarked: false });
  return applyEdits(event, [...editsOf(SITE), ...editsOf(values)]);
}

function editsOf(values: ExampleValues): readonly JsonEdit[] {
  return Object.entries(values).map(([path, value]): JsonEdit => [path.split('.'), value]);
}
