import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { Frame, Locator } from 'playwright';
import type { SessionSiteId } from '#demo/site/lesson/session-sites';
import { playSession } from '#tests/drivers/lesson';
import { showView } from '#tests/drivers/panel-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { test } from './fixtures';

test.use({ devtools: 'shared' });

const START = 1_760_000_000_000;
const MINUTE = 60_000;

/** An app session that contains a play session with 12 idle minutes, and 40 min later another app session. */
const steps: readonly (readonly [eid: string, minutes: number, edata: object])[] = [
  ['START', 0, { type: 'app', mode: '' }],
  ['IMPRESSION', 1, { type: 'view', pageid: 'home' }],
  ['START', 2, { type: 'content', mode: 'play' }],
  ['INTERACT', 3, { type: 'TOUCH', id: 'next', pageid: 'lesson' }],
  ['ASSESS', 15, { item: { id: 'i' }, pass: 'Yes', score: 1, duration: 3 }],
  ['END', 16, { type: 'content', mode: 'play' }],
  ['INTERACT', 56, { type: 'TOUCH', id: 'again', pageid: 'home' }],
  ['INTERACT', 57, { type: 'TOUCH', id: 'again', pageid: 'home' }],
];

function toFile(shownSteps: typeof steps = steps) {
  const context = { did: 'device', channel: 'in.ekstep', pdata: { id: 'app' }, env: 'home', sid: 's' };
  const lines = shownSteps.map(([eid, minutes, edata], index) =>
    JSON.stringify({ eid, ets: START + minutes * MINUTE, ver: '3.0', mid: `${eid}:${index}`, context, edata }),
  );
  return { name: 'sessions.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(lines.join('\n')) };
}

test('user sessions of a capture are a tree on a timeline, and a click in it opens an event', async ({
  opened: { panel },
}) => {
  await panel.getByLabel(t('import.files')).setInputFiles(toFile());
  await expect(panel.getByRole('row').filter({ hasText: 'again' })).toHaveCount(2);
  await showView(panel, 'user-sessions');
  const sessions = panel.getByRole('treeitem');
  await expect(sessions).toHaveCount(3);
  const play = sessions.filter({ hasText: 'content · play' });
  await expect(play).toHaveAttribute('aria-level', '2');
  // 14 minutes, of which 12 are idle.
  await expect(play).toContainText('2 min 0 s');
  await expect(play.locator('.idle')).toHaveCount(1);
  await expect(sessions.first().locator('.break')).toHaveCount(1);

  await panel.getByRole('tree').focus();
  await panel.getByRole('tree').press('ArrowDown');
  await expect(play).toHaveAttribute('aria-selected', 'true');
  const numbers = panel.getByRole('region', { name: t('userSessions.numbersOf', { session: 'content · play' }) });
  await expect(numbers).toContainText(t('userSessions.ending.end'));
  await play.locator('.track').click({ position: { x: 2, y: 10 } });
  await expect(panel.getByRole('row', { selected: true })).toContainText('START');
  const params = { session: 'content · play', n: '1', count: '4', time: '2 min 0 s' };
  await panel.getByRole('button', { name: t('userSessions.ofEvent', params) }).click();
  await expect(play).toHaveAttribute('aria-selected', 'true');
});

test('the view of user sessions can fire a sample START, and shows its session after that', async ({
  setup,
  tab,
  opened: { panel },
}) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await showView(panel, 'user-sessions');
  await panel.getByRole('button', { name: t('userSessions.fireStart') }).click();
  await expect(panel.getByText(t('userSessions.begunText'))).toBeVisible();
  await tab.evaluate("$t.impression({ type: 'view', pageid: 'home', uri: '/' })");
  await expect(panel.getByRole('treeitem').first()).toBeVisible();
});

/** Returns the sentences that a section of the user guide quotes, in its order. */
function readQuotes(heading: string): readonly string[] {
  const guide = readFileSync(new URL('../../docs/user-guide/user-sessions.md', import.meta.url), 'utf8');
  const section = guide.split('\n## ').find((part) => part.startsWith(heading)) ?? '';
  return [...section.matchAll(/^ *> (.+)$/gm)].map(([, sentence = '']) => sentence);
}

const demoPages: readonly (readonly [id: SessionSiteId, heading: string])[] = [
  ['start-as-config', 'A session missing from all reports'],
  ['player-summary', 'A session with wrong numbers'],
];

for (const [id, heading] of demoPages) {
  test(`the findings about the session of the page ${id} match the quotes in the user guide`, async ({
    setup,
    tab,
    opened: { panel },
  }) => {
    await playSession(tab, `${setup.site.url}/${id}/`);
    await showView(panel, 'user-sessions');
    const quotes = readQuotes(heading);
    const findings = panel.locator('.session-findings li');
    const listedQuotes = id === 'start-as-config' ? quotes.slice(0, 1) : quotes;
    await expect(findings).toHaveCount(listedQuotes.length);
    for (const [index, sentence] of listedQuotes.entries()) await expect(findings.nth(index)).toContainText(sentence);
    if (id === 'start-as-config') await expectCauseOfStart(panel, quotes[1] ?? 'a second quote');
    else await expectWholeSession(panel);
  });
}

/** Expects that END ends the session of the player, and that the pipeline rejects no event. */
async function expectWholeSession(panel: Frame): Promise<void> {
  const session = panel.getByRole('treeitem').filter({ hasText: 'player · play' });
  await expect(session).toContainText('3 min 12 s');
  await session.locator('.name').click();
  await expect(panel.locator('.numbers')).toContainText(t('userSessions.ending.end'));
  await expect(panel.getByRole('button', { name: t('userSessions.showRejected') })).toHaveCount(0);
}

/** Expects that START is the only invalid event of its page, with a finding about the cause. */
async function expectCauseOfStart(panel: Frame, cause: string): Promise<void> {
  await panel
    .getByRole('button', { name: t('compare.row', { n: '1' }), exact: true })
    .first()
    .click();
  await panel.getByRole('tab', { name: tPattern('detail.findings') }).click();
  await expect(panel.getByRole('tabpanel')).toContainText(cause);
  await expect(panel.getByRole('row').filter({ hasText: tPattern('verdict.invalidShort') })).toHaveCount(1);
}

async function measureWidth(element: Locator): Promise<number> {
  return (await element.boundingBox())?.width ?? 0;
}

test('two user sessions can be compared by numbers and aligned steps, and a step opens its event', async ({
  opened: { panel },
}) => {
  const edata = { type: 'content', mode: 'play' };
  const run = (minutes: number, others: typeof steps): typeof steps => [
    ['START', minutes, edata],
    ['IMPRESSION', minutes + 1, { type: 'view', pageid: 'lesson' }],
    ...others,
    ['END', minutes + 5, edata],
  ];
  const good = run(0, [
    ['INTERACT', 2, { type: 'TOUCH', id: 'next', pageid: 'lesson' }],
    ['ASSESS', 3, { item: { id: 'i' }, pass: 'Yes', score: 1, duration: 3 }],
  ]);
  const bad = run(10, [['INTERACT', 12, { type: 'TOUCH', id: 'back', pageid: 'lesson' }]]);
  await panel.getByLabel(t('import.files')).setInputFiles(toFile([...good, ...bad]));
  // Loads the style sheet of the details, which must not affect other views.
  await panel.getByRole('row').filter({ hasText: 'back' }).click();
  await panel.getByRole('tab', { name: tPattern('detail.journey') }).click();
  await showView(panel, 'user-sessions');
  const plays = panel.getByRole('treeitem').filter({ hasText: 'content · play' });
  await expect(plays).toHaveCount(2);
  const session = 'content · play';

  await plays.first().locator('.name').click();
  await panel.getByRole('button', { name: t('compare.selected'), exact: true }).click();
  await expect(panel.getByText(t('userSessions.compareNoneText', { session }))).toBeVisible();
  await expect(plays.first()).toContainText(t('userSessions.compared'));
  await panel.getByRole('tree').press('ArrowDown');
  const comparison = panel.getByRole('region', {
    name: t('userSessions.comparison', { one: session, other: session }),
  });
  const comparedSteps = comparison.getByRole('listbox').getByRole('option');
  await expect(comparedSteps).toHaveCount(5);
  const labels = [
    'userSessions.same',
    'userSessions.same',
    'compare.changed',
    'userSessions.missing',
    'userSessions.same',
  ] as const;
  for (const [index, key] of labels.entries()) await expect(comparedSteps.nth(index)).toContainText(t(key));
  const [stepWidth, comparisonWidth] = [await measureWidth(comparedSteps.first()), await measureWidth(comparison)];
  expect(stepWidth).toBeGreaterThan(comparisonWidth * 0.9);
  await expect(comparison.getByRole('row').filter({ hasText: t('userSessions.difference') })).toContainText('−1');

  await comparison.getByRole('button', { name: t('userSessions.nextDifference') }).click();
  await expect(comparedSteps.nth(2)).toHaveAttribute('aria-selected', 'true');
  await comparedSteps.nth(2).getByText('back').click();
  await expect(panel.getByRole('row', { selected: true })).toContainText('back');

  await showView(panel, 'user-sessions');
  await plays.first().locator('.name').click();
  await plays
    .last()
    .locator('.name')
    .click({ modifiers: ['ControlOrMeta'] });
  await expect(comparison).toBeVisible();
  await panel.getByRole('tree').press('Escape');
  await expect(comparison).toBeHidden();
});
