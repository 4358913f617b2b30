import fc from 'fast-check';
import { expect, test } from 'vitest';
import { valueAt } from '#core/json/json';
import { readJson } from '#core/json/json-reader';
import { checkBatch } from '#core/telemetry/body/batch';
import { telemetryOfJson, telemetryOfText } from '#core/telemetry/body/telemetry-body';
import { validateEvent } from '#core/telemetry/validate-event';
import { fuzzRuns } from './fuzz-runs';
import { hostileJson, jsonObjectOf } from './hostile-json';

const names = ['id', 'ver', 'params', 'msgid', 'ets', 'events', 'eid', 'edata', 'mid', 'actor', 'context', 'object'];
const json = hostileJson(names);
const event = fc
  .tuple(fc.constantFrom('START', 'LOG', 'INTERACT', 'log', '', 7, null), json, json, json)
  .map(([eid, edata, actor, context]) => jsonObjectOf(Object.entries({ eid, edata, actor, context })));
const batch = fc
  .tuple(json, json, fc.array(fc.oneof(event, json), { maxLength: 4 }))
  .map(([id, params, events]) => jsonObjectOf([...Object.entries({ id, params }), ['events', events]]));

test('a request body of any shape is a batch with its own events, or is no batch', () => {
  fc.assert(
    fc.property(fc.oneof(batch, json), (body) => {
      const found = telemetryOfJson(body);
      if (found === null) return;
      const { path, content } = found.shape;
      const contentValue = valueAt(body, path);
      if (content === 'list') expect(found.events).toBe(contentValue);
      else expect(found.events).toEqual([contentValue]);
      expect(telemetryOfText(JSON.stringify(body))?.events).toEqual(JSON.parse(JSON.stringify(found.events)));
      checkBatch(found);
      for (const each of found.events) validateEvent(each);
    }),
    { numRuns: fuzzRuns },
  );
});

test('readJson accepts exactly the texts of JSON.parse, and locates the fault in all others', () => {
  const damagedText = fc
    .tuple(batch, fc.nat(), fc.string({ unit: 'binary', maxLength: 2 }))
    .map(([body, at, inserted]) => {
      const text = JSON.stringify(body);
      const index = at % text.length;
      return `${text.slice(0, index)}${inserted}${text.slice(index + 1)}`;
    });
  fc.assert(
    fc.property(fc.oneof(damagedText, fc.string({ unit: 'binary' })), (text) => {
      const read = readJson(text);
      if (read.ok) {
        expect(read.value).toEqual(JSON.parse(text));
        return;
      }
      expect(read.failure.offset).toBeGreaterThanOrEqual(0);
      expect(read.failure.offset).toBeLessThanOrEqual(text.length);
      expect(read.failure.message).not.toEqual({ code: 'jsonFault.invalidJson' });
    }),
    { numRuns: fuzzRuns },
  );
});
