import { expect, it } from 'vitest';
import { draftOfRecord } from '#core/drafts/draft-of-record';
import { panelRules } from '#core/drafts/panel-rules';
import { callOf, eventOf, recordOf } from '#tests/fixtures/records';

const parseDraftOf = (record: Parameters<typeof draftOfRecord>[0]) =>
  JSON.parse(draftOfRecord(record, panelRules) ?? 'null');

it('the draft of a captured event contains the call’s arguments by name, with the options', () => {
  const call = callOf({ args: [{ type: 'TOUCH', id: 'a' }, { tags: ['x'] }, 'surplus'] });
  expect(parseDraftOf(recordOf(1, { call }))).toEqual({ data: { type: 'TOUCH', id: 'a' }, options: { tags: ['x'] } });
});

it('the draft of a captured event without a call contains the arguments from the event', () => {
  const json = { eid: 'END', object: { id: 'do_1' }, edata: { type: 'player' } };
  const record = recordOf(1, { kind: 'end', name: 'end', call: null, event: eventOf({ json }) });
  expect(parseDraftOf(record)).toMatchObject({ data: { type: 'player' } });
});

it('parseDraft returns the original arguments from the draft of a captured event', () => {
  const text = draftOfRecord(recordOf(1), panelRules) ?? '';
  expect(panelRules.parseDraft('interact', text)).toEqual({ ok: true, value: callOf().args });
});

it('a captured event of an unknown kind has no draft', () => {
  expect(draftOfRecord(recordOf(1, { kind: null }), panelRules)).toBeNull();
});
