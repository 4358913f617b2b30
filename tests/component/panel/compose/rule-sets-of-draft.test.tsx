import { act, waitFor } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { listFrames } from '#components/panel/event-list/frames.ts';
import { judgesStore } from '#components/panel/event-list/judging/judges.ts';
import { panelSchemasStore } from '#components/panel/event-list/judging/panel-schemas-store.ts';
import { policySetting } from '#components/panel/event-list/judging/policy-setting.ts';
import { rulesSetting } from '#components/panel/event-list/judging/rules-setting.ts';
import { withRuleSet } from '#core/rules/rule-settings';
import type { SchemaSetLimit } from '#panel/schemas/schema-set';
import { eventOf, recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

const sampleFrame = { frameId: 0, documentId: 'd', title: '', sdks: [{ global: '$t', generation: '2.x' }] } as const;

it('a draft is checked by the enabled rule sets, and is checked again as soon as they change', async () => {
  const { stores, composer } = openPanel();
  await stores.get(judgesStore).load();
  const ruleSettings = stores.get(rulesSetting);
  await act(() => composer.open('interact', '{"data": {"type": "CLICK", "id": "next", "foo": 1}}'));
  const findingTexts = () => {
    const parsed = composer.draft.value.parsed.value;
    return parsed.status === 'parsed' ? parsed.findings.map(({ ruleSet, path }) => `${ruleSet} ${path.join('.')}`) : [];
  };
  expect(findingTexts()).toContain('definition data.type');
  expect(findingTexts().some((text) => text.startsWith('ingestion'))).toBe(false);
  await act(() =>
    ruleSettings.set(withRuleSet(withRuleSet(ruleSettings.peek(), 'ingestion', true), 'definition', false)),
  );
  await waitFor(() => expect(findingTexts()).toEqual(['ingestion data.foo']));
  expect(composer.draft.value.errorCount.value).toBe(1);
});

it('a draft’s findings have the severities that the user configured', async () => {
  const { stores, composer } = openPanel();
  await stores.get(judgesStore).load();
  await act(() => composer.open('interact', '{"data": {"type": "CLICK", "id": "next"}}'));
  expect(composer.draft.value.errorCount.value).toBe(1);
  const policy = stores.get(policySetting);
  await act(() => policy.set({ ...policy.peek(), severities: { 'definition/not-in-list': 'warning' } }));
  expect(composer.draft.value.errorCount.value).toBe(0);
});

it('a rule set with limits checks a draft with a matching site and producer, or with those of the page by default', async () => {
  const { stores, composer, live } = openPanel();
  await stores.get(judgesStore).load();
  const sets = stores.get(panelSchemasStore);
  const text = JSON.stringify({ properties: { edata: { required: ['school'] } } });
  await act(() => sets.put('strict', { files: [{ path: 'all.json', text }], problems: [] }).then(() => undefined));
  const limitTo = (limit: SchemaSetLimit) =>
    act(() => sets.change(sets.list.peek()[0]?.id ?? '', { limit }).then(() => undefined));
  const draft = (pdata: string) =>
    `{"data": {"type": "CLICK", "id": "next"}, "options": {"context": {"pdata": ${pdata}}}}`;
  const isChecked = () => {
    const parsed = composer.draft.value.parsed.value;
    return parsed.status === 'parsed' && parsed.findings.some(({ ruleSet }) => ruleSet === 'schema:strict');
  };
  await act(() => composer.open('interact', draft('{"id": "shop.web"}')));
  expect(isChecked()).toBe(true);

  await limitTo({ sites: ['shop.example.org'], producers: [] });
  expect(isChecked()).toBe(false);
  const frame = { ...sampleFrame, url: 'https://shop.example.org/cart' };
  await act(() => live.get(listFrames).set([frame]));
  expect(isChecked()).toBe(true);

  await limitTo({ sites: ['shop.example.org'], producers: ['shop.*'] });
  expect(isChecked()).toBe(true);
  await act(() => composer.open('interact', draft('{"id": "portal"}')));
  expect(isChecked()).toBe(false);
  // A draft without a producer ID has the ID of the page's last event.
  await act(() => composer.open('interact', draft('{}')));
  expect(isChecked()).toBe(false);
  const json = { eid: 'INTERACT', context: { pdata: { id: 'shop.app' } } };
  await act(() => live.records.apply([recordOf(1, { event: eventOf({ json }) }).observed]));
  expect(isChecked()).toBe(true);
});
