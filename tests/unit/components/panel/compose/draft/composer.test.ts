import { expect, it, vi } from 'vitest';
import { createComposer } from '#components/panel/compose/draft/composer.ts';
import type { DraftRules } from '#core/drafts/draft-rules';
import { panelRules } from '#core/drafts/panel-rules';
import { moveItem } from '#core/json/json-edits';
import { eventKinds } from '#core/telemetry/kinds';

const createTestComposer = (overrides: Partial<DraftRules> = {}) => createComposer({ ...panelRules, ...overrides });
const invalidText = '{ "data": { "type": "click", "id": "next-button" } }';

it('drafts start as the valid sample of each kind', () => {
  const { drafts } = createTestComposer();
  expect(drafts.map(({ kind }) => kind)).toEqual(eventKinds);
  expect(drafts.map(({ errorCount }) => errorCount.value)).toEqual(eventKinds.map(() => 0));
  expect(drafts.some(({ isEdited }) => isEdited.value)).toBe(false);
});

it('drafts are preserved while another kind is open', () => {
  const composer = createTestComposer();
  composer.select('interact');
  composer.setText(invalidText);
  composer.select('log');
  expect(composer.draft.value.isEdited.value).toBe(false);
  composer.select('interact');
  expect(composer.draft.value.text.value).toBe(invalidText);
});

it('drafts are validated after each input', () => {
  const composer = createTestComposer();
  composer.select('interact');
  composer.setText(invalidText);
  const parsed = composer.draft.value.parsed.value;
  expect(parsed.status === 'parsed' && parsed.findings.map(({ path }) => path.join('.'))).toEqual(['data.type']);
  expect(composer.draft.value.errorCount.value).toBe(1);
});

it('drafts that are invalid JSON show the position of the syntax error, and count as one error', () => {
  const composer = createTestComposer();
  composer.setText('{ "data": ');
  const parsed = composer.draft.value.parsed.value;
  expect(parsed.status).toBe('invalid');
  expect(parsed.status === 'invalid' && parsed.problem.offset).toBe(10);
  expect(composer.draft.value.errorCount.value).toBe(1);
});

it('drafts can be reset to the sample', () => {
  const composer = createTestComposer();
  composer.setText(invalidText);
  expect(composer.draft.value.isEdited.value).toBe(true);
  composer.reset();
  expect(composer.draft.value.isEdited.value).toBe(false);
});

it('drafts can be opened with a given text, as for “Edit and resend”', () => {
  const composer = createTestComposer();
  composer.open('interact', invalidText);
  expect(composer.kind.value).toBe('interact');
  expect(composer.draft.value.text.value).toBe(invalidText);
});

it('drafts are undone and redone step by step, across the JSON view and the form', () => {
  let now = 0;
  const composer = createComposer(panelRules, () => now);
  const sample = composer.draft.value.text.value;
  composer.setText('{ "a', 'text');
  composer.setText('{ "ab', 'text');
  now = 5_000;
  composer.setText('{ "data": {} }', 'text');
  composer.edit((text) => text.replace('{}', '{ "type": 1 }'), 'data.type');
  const texts = [1, 2, 3, 4].map(() => {
    composer.undo();
    return composer.draft.value.text.value;
  });
  expect(texts).toEqual(['{ "data": {} }', '{ "ab', sample, sample]);
  expect(composer.draft.value.canUndo.value).toBe(false);
  composer.redo();
  composer.redo();
  expect(composer.draft.value.text.value).toBe('{ "data": {} }');
});

it('drafts that become invalid JSON still have their last valid text', () => {
  const composer = createTestComposer();
  composer.setText('{ "data": {} }', 'one');
  composer.setText('{ "data": ', 'two');
  expect(composer.draft.value.lastValidText()).toBe('{ "data": {} }');
});

it('drafts are not readable while a field of the form contains invalid JSON', () => {
  const composer = createTestComposer();
  composer.select('search');
  composer.setPending('["data","filters"]', '{');
  const parsed = composer.draft.value.parsed.value;
  expect(parsed.status === 'invalid' && parsed.problem.message).toMatch(/^data\.filters: /);
  composer.undo();
  expect(composer.draft.value.parsed.value.status).toBe('parsed');
});

it('drafts are validated again only if their text has changed', () => {
  const validateCall = vi.fn(panelRules.validateCall);
  const composer = createTestComposer({ validateCall });
  const readErrors = () => composer.drafts.map(({ errorCount }) => errorCount.value);
  readErrors();
  validateCall.mockClear();
  composer.select('log');
  composer.setText('{}');
  readErrors();
  expect(validateCall.mock.calls.map(([method]) => method)).toEqual(['log']);
});

it.each([
  ['the field', '["data","filters"]', '{ "data": {} }'],
  ['the object that contains the field', '["data"]', '{}'],
])(
  'drafts are readable again after %s is removed, if the text of the field was not valid JSON',
  (_, removedKey, text) => {
    let now = 0;
    const composer = createComposer(panelRules, () => now);
    composer.select('search');
    composer.setPending('["data","filters"]', '{');
    now = 5_000;
    composer.edit(() => text, removedKey);
    expect(composer.draft.value.parsed.value.status).toBe('parsed');
    composer.undo();
    expect(composer.draft.value.content.value.pending).toEqual({ '["data","filters"]': '{' });
  },
);

it('drafts do not show the unfinished text of one item of a list at another one after the items moved', () => {
  const composer = createTestComposer();
  composer.setText('{ "data": { "list": [{ "a": 1 }, { "b": 2 }] } }');
  composer.setPending('["data","list",0]', '{ "a": ');
  composer.setPending('["data","other"]', '{');
  composer.edit((text) => moveItem(text, ['data', 'list'], 0, 1), '["data","list"]');
  expect(composer.draft.value.content.value.pending).toEqual({ '["data","other"]': '{' });
});

it('drafts drop the unfinished text of a field whose object was removed in the JSON view, once the JSON is valid', () => {
  const composer = createTestComposer();
  composer.setText('{ "data": { "extra": { "a": {} }, "list": [{}] } }');
  composer.setPending('["data","extra","a"]', '{');
  composer.setPending('["data","list",0]', '{');
  composer.setPending('["data","other"]', '{');
  composer.setText('{ "data": { ');
  expect(Object.keys(composer.draft.value.content.value.pending)).toHaveLength(3);
  composer.setText('{ "data": { "list": [] } }');
  expect(composer.draft.value.content.value.pending).toEqual({ '["data","other"]': '{' });
});
