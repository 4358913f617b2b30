import { expect, it } from 'vitest';
import { t, textsInOrder, tPattern } from '#tests/drivers/texts';

it('the pattern of a message matches the message with any values, also within a longer text', () => {
  const pattern = tPattern('scenarios.otherSite');
  expect(t('scenarios.otherSite', { site: 'learn.example.org' })).toMatch(pattern);
  expect(`! ${t('scenarios.otherSite', { site: 'a' })} !`).toMatch(pattern);
  expect(t('scenarios.none')).not.toMatch(pattern);
});

it('the pattern of a message with given values matches these values only', () => {
  const pattern = tPattern('scenarios.failedAt', { step: 2 });
  expect(t('scenarios.failedAt', { step: 2 })).toMatch(pattern);
  expect(t('scenarios.failedAt', { step: 3 })).not.toMatch(pattern);
});

it('the pattern of a message with a count matches singular, plural and numbers with separators', () => {
  for (const count of [1, 2, 100_000]) expect(t('status.events', count)).toMatch(tPattern('status.events'));
  expect(t('status.events', 100_000)).toMatch(tPattern('status.events', { n: 100_000 }));
});

it('the pattern of a message accepts a pattern as a value, which may match a part of the value', () => {
  const pattern = tPattern('toast.copied', { what: tPattern('export.copied') });
  expect(t('toast.copied', { what: t('export.copied', 12) })).toMatch(pattern);
  expect(t('toast.copied', { what: t('rowMenu.mid') })).not.toMatch(pattern);
});

it('textsInOrder matches texts with anything between them, and only in the given order', () => {
  const pattern = textsInOrder(t('options.check.ok'), tPattern('identity.check.provider.ok'));
  expect(`${t('options.check.ok')} – ${t('identity.check.provider.ok', { host: 'localhost' })}`).toMatch(pattern);
  expect(`${t('identity.check.provider.ok', { host: 'localhost' })} – ${t('options.check.ok')}`).not.toMatch(pattern);
});
