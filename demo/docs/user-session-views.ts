import type { OpenedPanel } from '#tests/drivers/devtools';
import { showView } from '#tests/drivers/panel-driver';
import { t } from '#tests/drivers/texts';
import type { Gallery } from './gallery';

type Step = readonly [eid: string, minutes: number, edata: object];

const BEGIN_MS = Date.UTC(2026, 8, 1, 9);
const MINUTE_MS = 60_000;
const PLAY = { type: 'content', mode: 'play' };

/**
 * Two sessions in an app session.
 * The second has idle time, another result, and a SUMMARY with wrong numbers.
 */
const steps: readonly Step[] = [
  ['START', 0, { type: 'app', mode: '' }],
  ['IMPRESSION', 1, { type: 'view', pageid: 'home' }],
  ['START', 2, PLAY],
  ['IMPRESSION', 2, { type: 'view', pageid: 'lesson' }],
  ['INTERACT', 3, { type: 'TOUCH', id: 'next', pageid: 'lesson' }],
  ['ASSESS', 4, { item: { id: 'question-1' }, pass: 'Yes', score: 1, duration: 3 }],
  ['END', 5, PLAY],
  ['START', 7, PLAY],
  ['IMPRESSION', 7, { type: 'view', pageid: 'lesson' }],
  ['INTERACT', 8, { type: 'TOUCH', id: 'back', pageid: 'lesson' }],
  ['ASSESS', 20, { item: { id: 'question-1' }, pass: 'No', score: 0, duration: 3 }],
  ['SUMMARY', 21, { ...PLAY, starttime: 1, endtime: 2, timespent: 12, pageviews: 5, interactions: 9 }],
  ['END', 21, PLAY],
  ['END', 22, { type: 'editor', mode: 'edit' }],
  ['INTERACT', 70, { type: 'TOUCH', id: 'again', pageid: 'home' }],
  ['INTERACT', 71, { type: 'TOUCH', id: 'again', pageid: 'home' }],
];

function fileOfSteps() {
  const context = { did: 'device-1', channel: 'demo-channel', pdata: { id: 'demo.portal' }, env: 'home', sid: 'sid-1' };
  const lines = steps.map(([eid, minutes, edata], index) =>
    JSON.stringify({ eid, ets: BEGIN_MS + minutes * MINUTE_MS, ver: '3.0', mid: `${eid}:${index}`, context, edata }),
  );
  return { name: 'user-sessions.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(lines.join('\n')) };
}

/**
 * Captures the view of user sessions for a file.
 * First as it opens, then with the findings of a session, and with two compared sessions.
 */
export async function takeUserSessions(opened: OpenedPanel, gallery: Gallery): Promise<void> {
  const { devtools, panel } = opened;
  const file = fileOfSteps();
  await showView(panel, 'events');
  await panel.getByLabel(t('import.files')).setInputFiles(file);
  await panel.getByRole('row').filter({ hasText: 'again' }).first().waitFor();
  await showView(panel, 'user-sessions');
  await gallery.takePanel(opened, 'user-sessions');
  const plays = panel.getByRole('treeitem').filter({ hasText: 'content · play' });
  await plays.nth(1).locator('.name').click();
  await gallery.takePanel(opened, 'user-sessions-findings');
  await plays
    .first()
    .locator('.name')
    .click({ modifiers: ['ControlOrMeta'] });
  await panel.getByRole('listbox', { name: t('userSessions.steps') }).waitFor();
  await gallery.takePanel(opened, 'user-sessions-compared');
  await devtools.keyboard.press('Escape');
  await showView(panel, 'events');
  await panel.getByRole('button', { name: t('captures.close', { name: file.name }) }).click();
}
