import { expect, it } from 'vitest';
import { draftOfRecord } from '#core/drafts/draft-of-record';
import { panelRules } from '#core/drafts/panel-rules';
import { callOf, eventOf, recordOf } from '#tests/fixtures/records';

const draft = (record: Parameters<typeof draftOfRecord>[0]) => JSON.parse(draftOfRecord(record, panelRules) ?? 'null');

it('a captured event as a draft has the call’s arguments by name, with the options', () => {
  const call = callOf({ args: [{ type: 'TOUCH', id: 'a' }, { tags: ['x'] }, 'surplus'] });
  expect(draft(recordOf(1, { call }))).toEqual({ data: { type: 'TOUCH', id: 'a' }, options: { tags: ['x'] } });
});

it('a captured event as a draft takes the arguments out of the event where no call was seen', () => {
  const json = { eid: 'END', object: { id: 'do_1' }, edata: { type: 'player' } };
  const record = recordOf(1, { kind: 'end', name: 'end', call: null, event: eventOf({ json }) });
  expect(draft(record)).toMatchObject({ data: { type: 'player' } });
});

it('a captured event as a draft can be read again as the same arguments', () => {
  const text = draftOfRecord(recordOf(1), panelRules) ?? '';
  expect(panelRules.readDraft('interact', text)).toEqual({ ok: true, value: callOf().args });
});

it('a captured event of no V3 kind has no draft', () => {
  expect(draftOfRecord(recordOf(1, { kind: null }), panelRules)).toBeNull();
});
