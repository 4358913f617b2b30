import { render, screen, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ReferencePage } from '#components/reference/ReferencePage.tsx';
import { ruleIdAnchor } from '#core/rules/reference/rule-anchor';
import { createRuleReference, listRuleIds } from '#core/rules/reference/rule-reference';
import { schemaProblemCodes } from '#core/schemas/schema-problem';
import { generalInterpretations } from '#core/telemetry/interpretations';
import { eventKinds } from '#core/telemetry/kinds';
import { referenceOf } from '#core/telemetry/reference';
import { t } from '#tests/drivers/texts';

const rules = createRuleReference();

function renderPage(onCopy = vi.fn(async () => true)) {
  const entries = eventKinds.map(referenceOf);
  const { container } = render(
    <ReferencePage entries={entries} rules={rules} interpretations={generalInterpretations} onCopy={onCopy} />,
  );
  return { container, onCopy };
}

it('the reference page lists each kind in order at an anchor with its name, and links to it', () => {
  const { container } = renderPage();
  const anchors = [...container.querySelectorAll('section')].map((section) => section.id);
  expect(anchors).toEqual([...eventKinds, 'rules', 'schema-problems', 'interpretations']);
  const links = within(screen.getByRole('navigation', { name: t('reference.kinds') })).getAllByRole('listitem');
  expect(links.map((link) => link.querySelector('a')?.getAttribute('href'))).toEqual(
    eventKinds.map((kind) => `#${kind}`),
  );
});

it('the reference page shows the enumerated values of a field in the field’s row', () => {
  renderPage();
  const table = screen.getByRole('table', { name: t('reference.fieldsOf', { kind: 'start' }) });
  const row = within(table).getByRole('rowheader', { name: 'mode' }).closest('tr');
  expect(row?.textContent).toBe('modestringyesMode in which it is started. One of preview, edit, play.');
});

it('the reference page shows the default, the range and the rules of a field', () => {
  renderPage();
  const table = screen.getByRole('table', { name: t('reference.fieldsOf', { kind: 'assess' }) });
  const row = within(table).getByRole('rowheader', { name: 'score' }).closest('tr');
  expect(row?.textContent).toContain(
    'Default: 1 when pass is Yes, 0 when it is No. From 0 to 1. Should agree with pass: 0 does not go with Yes',
  );
});

it('the reference page has every rule at the anchor that findings link to', () => {
  const { container } = renderPage();
  const anchors = [...container.querySelectorAll('article')].map((article) => article.id);
  expect(anchors.sort()).toEqual(listRuleIds().map(ruleIdAnchor).sort());
});

it('the reference page shows the meaning of a rule, an example with its finding, and the fix', () => {
  renderPage();
  const rule = screen.getByRole('article', { name: new RegExp(`^${t('rules.letter-case.title')}`) });
  const texts = [...rule.querySelectorAll('dd')].map((cell) => cell.textContent);
  const list = 'TRACE, DEBUG, INFO, WARN, ERROR, FATAL';
  expect(texts).toEqual([
    'log(data)',
    'data.level: "info"',
    `data.level is case-sensitive: use INFO, not "info". Allowed: ${list}.`,
    'data.level: "INFO"',
    'The preprocessor sends LOG events to the topic log. They aren’t joined with other data.',
    'Write the value as the list has it.',
  ]);
});

it('the reference page shows the schema that an example is validated against', () => {
  renderPage();
  const rule = screen.getByRole('article', { name: new RegExp(`^${t('rules.schema-limit.title')}`) });
  expect(rule.textContent).toContain('{"properties":{"edata":{"properties":{"id":{"minLength":3}}}}}');
});

it('the reference page lists the problems of importing schemas, with their fixes', () => {
  const { container } = renderPage();
  const list = container.querySelector('#schema-problems dl');
  expect(list?.querySelectorAll('dt')).toHaveLength(schemaProblemCodes.length);
  expect(list?.textContent).toContain(t('rules.schemaProblem.unresolvedReference'));
});

it('the reference page shows the sample unchanged, including its Hindi text', () => {
  const { container } = renderPage();
  expect(container.querySelector('#assess pre')?.textContent).toBe(referenceOf('assess').sample);
});

it('the reference page copies the sample and confirms it', async () => {
  const { onCopy } = renderPage();
  const button = screen.getByRole('button', { name: t('reference.copySample', { kind: 'end' }) });
  await userEvent.click(button);
  expect(onCopy).toHaveBeenCalledWith(referenceOf('end').sample);
  expect(button.textContent).toBe(t('reference.copied'));
});

it('the reference page shows a message if the browser denies copying', async () => {
  renderPage(vi.fn(async () => false));
  const button = screen.getByRole('button', { name: t('reference.copySample', { kind: 'log' }) });
  await userEvent.click(button);
  expect(button.textContent).toBe(t('reference.copyFailed'));
});
