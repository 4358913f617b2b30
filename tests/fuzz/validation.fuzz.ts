import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import type { Json } from '#core/json/json';
import { findJsonFault } from '#core/json/json-reader';
import { checkBatch } from '#core/telemetry/body/batch';
import { telemetryOfJson } from '#core/telemetry/body/telemetry-body';
import { catalog } from '#core/telemetry/catalog';
import { checkFields } from '#core/telemetry/check-fields';
import { fieldsOf } from '#core/telemetry/compiled';
import { parseDraft, sampleArguments } from '#core/telemetry/draft';
import { FindingList } from '#core/telemetry/finding-list';
import { headlineOfCall, headlineOfEvent } from '#core/telemetry/headline';
import { eventKinds } from '#core/telemetry/kinds';
import { validateCall, validateEvent } from '#core/telemetry/validate-event';
import * as z from '#core/util/zod';
import { formatFinding } from '#tests/unit/core/telemetry/format-finding';
import { eventOf } from '#tests/unit/core/telemetry/sample-events';
import { shareRuns } from './fuzz-runs';
import { hostileJson } from './hostile-json';

const numRuns = shareRuns(7);

const kind = fc.constantFrom(...eventKinds);

/** Generates JSON that a page may send, in which many names are fields of events. */
const json = hostileJson([
  'type',
  'id',
  'data',
  'edata',
  'extra',
  'pos',
  'item',
  'target',
  'parent',
  'values',
  'items',
  'contentId',
]);

/** Generates an almost valid sample with one overwritten value, so that every check is reached. */
const nearSample = kind.chain((name) =>
  fc.tuple(fc.constant(name), json, fc.nat()).map(([selected, value, seed]) => {
    const text = JSON.stringify(sampleArguments(selected));
    const positions = [...text.matchAll(/:(?=["\d[{])/g)].map((match) => match.index + 1);
    const position = positions[seed % Math.max(1, positions.length)] ?? 0;
    const replaced = replaceValue(text, position, JSON.stringify(value));
    const args: readonly Json[] = JSON.parse(replaced);
    return [selected, args] as const;
  }),
);

/** Replaces the JSON value that starts at a position. */
function replaceValue(text: string, position: number, value: string): string {
  const rest = text.slice(position);
  for (let length = 1; length <= rest.length; length += 1) {
    if (isJson(rest.slice(0, length)) && /^[,}\]]/.test(rest.slice(length))) {
      return text.slice(0, position) + value + rest.slice(length);
    }
  }
  return text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function nested(depth: number, inside = ''): Json {
  return JSON.parse('{"edata":{"extra":['.repeat(depth) + inside + ']}}'.repeat(depth));
}

it('validating a call with any arguments never throws', () => {
  fc.assert(
    fc.property(fc.oneof(kind, fc.string()), fc.array(json), (method, args) => {
      expect(['valid', 'invalid', 'unknown']).toContain(validateCall(method, args).verdict);
      expect(typeof headlineOfCall(method, args)).toBe('string');
    }),
    { numRuns },
  );
});

it('validating an event with any edata and any envelope never throws', () => {
  fc.assert(
    fc.property(kind, json, json, (name, edata, part) => {
      for (const event of [edata, eventOf(name, edata), eventOf(name, edata, { object: part, context: part })]) {
        expect(['valid', 'invalid', 'unknown']).toContain(validateEvent(event).verdict);
        expect(typeof headlineOfEvent(event)).toBe('string');
      }
    }),
    { numRuns },
  );
});

it('checking the batch in any JSON never throws', () => {
  fc.assert(
    fc.property(json, json, (body, event) => {
      for (const candidate of [body, { events: [event, body] }, { events: [{ eid: body, edata: event }] }]) {
        const found = telemetryOfJson(candidate);
        if (found) checkBatch(found);
      }
    }),
    { numRuns },
  );
});

it('a body with an event in its list is a batch of this list, and only envelope rules check the batch', () => {
  fc.assert(
    fc.property(json, json, json, (body, event, id) => {
      const events = [body, { eid: 'START', edata: event }];
      const batch = telemetryOfJson({ id, params: body, events });
      if (!batch) throw new Error('A body with an event is a batch.');
      expect(batch.events).toBe(events);
      expect(new Set(checkBatch(batch).map(({ ruleSet }) => ruleSet))).toEqual(new Set(['envelope']));
    }),
    { numRuns },
  );
});

it.each(eventKinds)('validating %s with arguments 100,000 levels deep never throws', (name) => {
  const deep = nested(50_000);
  expect(['valid', 'invalid']).toContain(validateCall(name, [deep, deep, deep, deep, deep]).verdict);
  expect(['valid', 'invalid']).toContain(
    validateEvent({ eid: name.toUpperCase(), edata: deep, context: deep }).verdict,
  );
  expect(telemetryOfJson({ events: [{ eid: name, edata: deep }] })).not.toBeNull();
});

it('reading any text as a draft never throws', () => {
  fc.assert(
    fc.property(
      kind,
      fc.oneof(
        fc.string(),
        json.map((value) => JSON.stringify(value)),
      ),
      (name, text) => {
        const read = parseDraft(name, text);
        if (!read.ok) expect(messageText(read.failure.message)).toMatch(/^\S.*\S$/s);
      },
    ),
    { numRuns },
  );
});

it('the check finds no error in a sample with one overwritten value exactly when zod accepts it', () => {
  fc.assert(
    fc.property(nearSample, ([name, args]) => {
      // zod drops the key `__proto__` of a map, so such samples are skipped.
      fc.pre(!JSON.stringify(args).includes('__proto__'));
      const argsByName = Object.fromEntries(Object.keys(catalog[name].arguments).map((key, at) => [key, args[at]]));
      const list = new FindingList('definition');
      checkFields(fieldsOf(name), JSON.parse(JSON.stringify(argsByName)), list);
      const errors = list.all().filter(({ severity }) => severity === 'error');
      const isAccepted = z.object(catalog[name].arguments).safeParse(argsByName).success;
      expect(errors.length === 0, errors.map(formatFinding).join()).toBe(isAccepted);
    }),
    { numRuns },
  );
});

describe('scanner', () => {
  const nearlyJson = fc
    .tuple(
      json,
      fc.nat(),
      fc.constantFrom('', ',', '}', ']', '{', '"', "'", ':', ' ', '\n', '\\', '0', 'tru', '-', '1e'),
    )
    .map(([value, position, edit]) => {
      const text = JSON.stringify(value);
      const at = position % (text.length + 1);
      return text.slice(0, at) + edit + text.slice(at + (position % 3));
    });

  it('the JSON scanner finds a fault exactly when JSON.parse throws', () => {
    fc.assert(
      fc.property(fc.oneof(nearlyJson, fc.string({ unit: 'binary' })), (text) => {
        const fault = findJsonFault(text);
        expect(fault === null).toBe(isJson(text));
        if (fault) expect(fault.offset).toBeLessThanOrEqual(text.length);
      }),
      { numRuns },
    );
  });

  it('the JSON scanner handles a million open brackets', () => {
    expect(findJsonFault('['.repeat(1_000_000), Number.POSITIVE_INFINITY)?.offset).toBe(1_000_000);
  });
});
