import { cleanup, screen, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { EventKind } from '#core/telemetry/kinds';
import { t, tPattern } from '#tests/drivers/texts';
import { openPanel } from './open-panel';

async function openForm(kind: EventKind, draft: object): Promise<HTMLElement> {
  const { app, composer } = openPanel();
  composer.select(kind);
  composer.setText(JSON.stringify(draft));
  app.view.value = 'compose';
  return screen.findByRole('form', { name: t('compose.asForm', { kind: kind.toUpperCase() }) });
}
const log = (overrides: object) => ({ data: { type: 'a', level: 'INFO', message: 'm', ...overrides } });
const indexes = (count: number) => Array.from({ length: count }, (_, index) => index);

it('the form of a large draft renders as many elements for thousands of items as for a hundred, and shows more on request', async () => {
  const sizes: number[] = [];
  for (const count of [100, 5_000]) {
    const form = await openForm('log', log({ params: indexes(count).map((n) => ({ [`key${n}`]: n })) }));
    sizes.push(form.querySelectorAll('*').length);
    expect(within(form).queryByRole('button', { name: t('form.addTo', { name: 'data.params' }) })).toBeNull();
    if (count === 5_000) {
      expect(within(form).queryByLabelText(t('form.asJson', { name: 'data.params.25' }))).toBeNull();
      await userEvent.click(within(form).getByRole('button', { name: t('form.showMore', { n: 100, left: '4,975' }) }));
      await within(form).findByLabelText(t('form.asJson', { name: 'data.params.124' }));
    }
    cleanup();
  }
  expect(sizes[1]).toBe(sizes[0]);
});

it('the form of a large draft shows only the first entries of a map and the first additional fields', async () => {
  const form = await openForm('log', log(Object.fromEntries(indexes(3_000).map((n) => [`field${n}`, n]))));
  expect(within(form).queryByRole('textbox', { name: t('form.asJson', { name: 'data.field24' }) })).not.toBeNull();
  expect(within(form).queryByRole('textbox', { name: t('form.asJson', { name: 'data.field25' }) })).toBeNull();
  expect(within(form).queryByRole('button', { name: t('form.showMore', { n: 100, left: '2,975' }) })).not.toBeNull();
});

it('the form of a large draft has no input for a value that is too long for an input', async () => {
  const form = await openForm('log', log({ message: 'x'.repeat(100_001), other: ['y'.repeat(100_001)] }));
  expect(within(form).getAllByText(tPattern('form.tooLong'))).toHaveLength(2);
  expect(within(form).queryByRole('textbox', { name: 'data.message' })).toBeNull();
  expect(within(form).queryByRole('combobox', { name: 'data.type' })).not.toBeNull();
});
