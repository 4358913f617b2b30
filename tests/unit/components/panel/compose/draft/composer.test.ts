import { expect, it, vi } from 'vitest';
import { createComposer } from '#components/panel/compose/draft/composer.ts';
import type { DraftRules } from '#core/drafts/draft-rules';
import { panelRules } from '#core/drafts/panel-rules';
import { eventKinds } from '#core/telemetry/kinds';

const composer = (over: Partial<DraftRules> = {}) => createComposer({ ...panelRules, ...over });
const wrong = '{ "data": { "type": "click", "id": "next-button" } }';

it('drafts start as the valid sample of each kind', () => {
  const { drafts } = composer();
  expect(drafts.map(({ kind }) => kind)).toEqual(eventKinds);
  expect(drafts.map(({ errors }) => errors.value)).toEqual(eventKinds.map(() => 0));
  expect(drafts.some(({ edited }) => edited.value)).toBe(false);
});

it('drafts are preserved while another kind is open', () => {
  const it = composer();
  it.choose('interact');
  it.setText(wrong);
  it.choose('log');
  expect(it.draft.value.edited.value).toBe(false);
  it.choose('interact');
  expect(it.draft.value.text.value).toBe(wrong);
});

it('drafts are validated after each input', () => {
  const it = composer();
  it.choose('interact');
  it.setText(wrong);
  const reading = it.draft.value.reading.value;
  expect(reading.status === 'read' && reading.findings.map(({ path }) => path.join('.'))).toEqual(['data.type']);
  expect(it.draft.value.errors.value).toBe(1);
});

it('drafts that are invalid JSON show the position of the syntax error, and count as one error', () => {
  const it = composer();
  it.setText('{ "data": ');
  const reading = it.draft.value.reading.value;
  expect(reading.status).toBe('unreadable');
  expect(reading.status === 'unreadable' && reading.problem.offset).toBe(10);
  expect(it.draft.value.errors.value).toBe(1);
});

it('drafts can be reset to the sample', () => {
  const it = composer();
  it.setText(wrong);
  expect(it.draft.value.edited.value).toBe(true);
  it.reset();
  expect(it.draft.value.edited.value).toBe(false);
});

it('drafts can be opened with a given text, as for “Edit and resend”', () => {
  const it = composer();
  it.open('interact', wrong);
  expect(it.kind.value).toBe('interact');
  expect(it.draft.value.text.value).toBe(wrong);
});

it('drafts are undone and redone step by step, across the JSON view and the form', () => {
  let now = 0;
  const it = createComposer(panelRules, () => now);
  const sample = it.draft.value.text.value;
  it.setText('{ "a', 'text');
  it.setText('{ "ab', 'text');
  now = 5_000;
  it.setText('{ "data": {} }', 'text');
  it.edit((text) => text.replace('{}', '{ "type": 1 }'), 'data.type');
  const seen = [1, 2, 3, 4].map(() => {
    it.undo();
    return it.draft.value.text.value;
  });
  expect(seen).toEqual(['{ "data": {} }', '{ "ab', sample, sample]);
  expect(it.draft.value.canUndo.value).toBe(false);
  it.redo();
  it.redo();
  expect(it.draft.value.text.value).toBe('{ "data": {} }');
});

it('drafts that become invalid JSON still have their last valid text', () => {
  const it = composer();
  it.setText('{ "data": {} }', 'one');
  it.setText('{ "data": ', 'two');
  expect(it.draft.value.lastValidText()).toBe('{ "data": {} }');
});

it('drafts are not readable while a field of the form contains invalid JSON', () => {
  const it = composer();
  it.choose('search');
  it.setPending('["data","filters"]', '{');
  const reading = it.draft.value.reading.value;
  expect(reading.status === 'unreadable' && reading.problem.message).toMatch(/^data\.filters: /);
  it.undo();
  expect(it.draft.value.reading.value.status).toBe('read');
});

it('drafts are validated again only if their text has changed', () => {
  const validateCall = vi.fn(panelRules.validateCall);
  const it = composer({ validateCall });
  const readErrors = () => it.drafts.map(({ errors }) => errors.value);
  readErrors();
  validateCall.mockClear();
  it.choose('log');
  it.setText('{}');
  readErrors();
  expect(validateCall.mock.calls.map(([method]) => method)).toEqual(['log']);
});
