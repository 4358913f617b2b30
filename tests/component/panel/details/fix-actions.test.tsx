import { screen, waitFor } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { PanelActions } from '#components/panel/app/app-commands.ts';
import { listFrames } from '#components/panel/event-list/frames.ts';
import { panelRules } from '#core/drafts/panel-rules';
import type { Json } from '#core/json/json';
import { t } from '#tests/drivers/texts';
import { callOf, recordOf } from '#tests/fixtures/records';
import { frame, openPanel } from '../open-panel';

const click = { type: 'click', id: 'next-button', pageid: 'home' };

/** Opens the panel at the findings of an invalid INTERACT. */
async function openFindings(
  data: Json = click,
  { url = frame.url, ...overrides }: Partial<PanelActions> & { url?: string } = {},
) {
  const panel = openPanel(overrides);
  panel.live.get(listFrames).set([{ ...frame, url }]);
  const { findings } = panelRules.validateCall('interact', [data]);
  panel.live.records.apply([
    recordOf(1, { call: callOf({ args: [data] }), event: null, findings, verdict: 'invalid' }),
  ]);
  panel.live.selection.open(1);
  const user = userEvent.setup();
  await screen.findAllByRole('button', { name: t('detail.rule') });
  return { ...panel, user };
}

const fixedClick = { ...click, type: 'TOUCH' };

it('a finding with a safe fix is fixed and fired again in one click, without a change of view', async () => {
  const { user, app, capture } = await openFindings();
  await user.click(screen.getByRole('button', { name: t('finding.fixAndResend') }));
  await waitFor(() =>
    expect(capture.fire).toHaveBeenCalledExactlyOnceWith('interact', [fixedClick], { ...frame, sdk: 0 }),
  );
  expect(app.view.value).toBe('events');
});

it('a finding with a safe fix shows its fix buttons side by side, before the button that ignores the finding', async () => {
  await openFindings();
  const [fixes] = screen.getAllByRole('button', { name: t('finding.applyFix') });
  const names = [...(fixes?.parentElement?.querySelectorAll('button') ?? [])].map(({ textContent }) => textContent);
  expect(names.slice(1, 5)).toEqual([
    t('finding.applyFix'),
    t('finding.fixAndResend'),
    t('finding.copyFixed'),
    t('policy.ignore'),
  ]);
});

it('a finding with a safe fix can be fixed in Compose without firing', async () => {
  const { user, composer, capture } = await openFindings();
  await user.click(screen.getByRole('button', { name: t('finding.applyFix') }));
  await screen.findByRole('heading', { name: 'INTERACT' });
  expect(JSON.parse(composer.draft.value.text.value)).toEqual({ data: fixedClick });
  expect(capture.fire).not.toHaveBeenCalled();
});

it('a fixed event is fired at an unconfirmed site only after a confirmation', async () => {
  const { user, capture } = await openFindings(click, { url: 'https://learn.example/' });
  await user.click(screen.getByRole('button', { name: t('finding.fixAndResend') }));
  const confirmLabel = t('collector.confirmSite.confirm', { site: 'learn.example' });
  const confirm = await screen.findByRole('button', { name: confirmLabel });
  expect(capture.fire).not.toHaveBeenCalled();
  await user.click(confirm);
  await waitFor(() => expect(capture.fire).toHaveBeenCalledOnce());
});

it('a finding with a safe fix opens in Compose if other errors remain', async () => {
  const { user, app, composer, capture } = await openFindings({ type: 'click', id: null });
  await user.click(screen.getByRole('button', { name: t('finding.fixAndResend') }));
  await waitFor(() => expect(app.view.value).toBe('compose'));
  expect(JSON.parse(composer.draft.value.text.value)).toEqual({ data: { type: 'TOUCH', id: null } });
  expect(capture.fire).not.toHaveBeenCalled();
});

it('a finding whose fix would be a guess has no fix button', async () => {
  await openFindings({ ...click, type: 'hover' });
  expect(screen.queryByRole('button', { name: t('finding.fixAndResend') })).toBeNull();
  expect(screen.queryByRole('button', { name: t('finding.applyFix') })).toBeNull();
});

it('a finding in Compose can be fixed in its field, and the fix can be undone in one step', async () => {
  const { app, composer } = openPanel({ fire: vi.fn() });
  composer.select('interact');
  const text = JSON.stringify({ data: click });
  composer.setText(text);
  app.view.value = 'compose';
  const fix = await screen.findByRole('button', { name: t('finding.applyFix') });
  expect(fix.title).toBe('"type": "TOUCH"');
  await userEvent.click(fix);
  expect(JSON.parse(composer.draft.value.text.value)).toEqual({ data: fixedClick });
  await waitFor(() => expect(screen.queryByRole('button', { name: t('finding.applyFix') })).toBeNull());
  composer.undo();
  expect(composer.draft.value.text.value).toBe(text);
});
