import { readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { type ExpectMatcherState, mergeExpects, expect as plainExpect } from '@playwright/test';
import { readCaptureFile } from '#core/formats/capture-file';
import { expect as telemetryExpect } from '#node/playwright/matchers/telemetry-matchers';
import { openPlayPage } from '../e2e/pages/journey-test';
import type { PlayOptions } from '../e2e/pages/play-page';
import { test } from './watched-test';

const OPTIONS: PlayOptions = { sdk: '2.0.1', transport: 'own', batch: 2 };

const expect = mergeExpects(
  telemetryExpect,
  plainExpect.extend({
    toBeShort(this: ExpectMatcherState, text: string, lines: number) {
      const count = text.split('\n').length;
      return { pass: count <= lines, message: () => `${count} lines:\n${text}` };
    },
  }),
);

test('the matchers find events by fields, by count, in order and by their next occurrence', async ({
  page,
  pages,
  telemetry,
}) => {
  const player = await openPlayPage(page, pages.url, OPTIONS);
  await player.makeCalls('a', 2);
  await expect(telemetry).toHaveEvent({ eid: 'INTERACT', edata: { id: 'a-1' } });
  await expect(telemetry).toHaveNextEvent({ edata: { id: expect.stringMatching(/^a-/) } });
  await expect(telemetry).toHaveEvent('kind:interact', { times: 2 });
  await expect(telemetry).not.toHaveEvent('kind:error');
  await expect(telemetry).toHaveEvents([{ edata: { id: 'a-1' } }, { edata: { id: 'a-2' } }], {
    ordered: true,
    exact: true,
  });
  await expect(telemetry).toHaveNoInvalidEvents();
  await expect(telemetry).toHaveNoLostEvents();
});

test('toHaveSoundUserSessions passes after an IMPRESSION of the page, and fails after an END that differs from its START', async ({
  page,
  pages,
  telemetry,
}) => {
  const player = await openPlayPage(page, pages.url, OPTIONS);
  await player.makeCalls('a', 2);
  await expect(telemetry).toHaveEvent('kind:interact', { times: 2 });
  await expect(telemetry).not.toHaveSoundUserSessions();
  await telemetry.fire('impression', [{ type: 'view', pageid: 'matrix', uri: '/' }]);
  await expect(telemetry).toHaveSoundUserSessions();
  await telemetry.fire('start', [{}, 'do_1', '1.0', { type: 'content', mode: 'play', pageid: 'matrix' }]);
  await telemetry.fire('end', [{ type: 'content', mode: 'preview', pageid: 'matrix' }]);
  await expect(telemetry).toHaveEvent({ eid: 'END', edata: expect.objectContaining({ mode: 'preview' }) });
  const failure = await failureOf(expect(telemetry).toHaveSoundUserSessions({ timeout: 1 }));
  expect(failure).toContain('user-session/end-differs');
  expect(failure).toContain('Sessions:');
  await expect(telemetry).not.toHaveSoundUserSessions();
});

test('the matchers wait for a later event', async ({ page, pages, telemetry }) => {
  const player = await openPlayPage(page, pages.url, OPTIONS);
  const expected = expect(telemetry).toHaveEvent({ edata: { id: 'late-2' } });
  await player.makeCalls('late', 2);
  await expected;
});

test('a failure shows the most similar event, and attaches a readable capture and a report', async ({
  page,
  pages,
  telemetry,
}) => {
  const player = await openPlayPage(page, pages.url, OPTIONS);
  await player.makeCalls('a', 2);
  await expect(telemetry).toHaveEvent('kind:interact', { times: 2 });
  const failure = await failureOf(expect(telemetry).toHaveEvent({ edata: { id: 'a-3' } }, { timeout: 1 }));
  expect(failure).toContain('a-3');
  expect(failure).toMatch(/INTERACT/);
  expect(failure).toBeShort(11);
  const attachments = test.info().attachments;
  expect(attachments.map(({ name }) => name)).toEqual(['telemetry.json', 'telemetry-report.html']);
  // Reporters print the texts of attachments that aren't files.
  expect(attachments.map(({ body }) => body)).toEqual([undefined, undefined]);
  const [capture] = attachments;
  const file = new Blob([readFileSync(capture?.path ?? '')]);
  const read = await readCaptureFile(() => file.stream(), new AbortController().signal);
  expect(read.ok && read.value.records.map(({ kind }) => kind)).toEqual(['interact', 'interact']);
});

test('the matcher for valid events fails with the findings of invalid events', async ({ page, pages, telemetry }) => {
  await openPlayPage(page, pages.url, OPTIONS);
  await telemetry.fire('interact', [{ type: 'click', id: 'play', pageid: 'home' }]);
  const failure = await failureOf(expect(telemetry).toHaveNoInvalidEvents());
  expect(failure).toContain('edata.type must be one of TOUCH');
  expect(failure).toContain('(definition/not-in-list)');
  expect(failure).toMatch(/rules\.md#/);
  expect(failure).toContain('click');
  await expect(telemetry).toHaveNoInvalidEvents({ rules: ['privacy'] });
});

test('events can be checked by JSON Schemas in addition to the rule sets, or by schemas alone', async ({
  page,
  pages,
  telemetry,
}) => {
  const file = test.info().outputPath('interact.json');
  const schema = { properties: { edata: { required: ['pageid'], properties: { type: { enum: ['CLICK'] } } } } };
  writeFileSync(file, JSON.stringify(schema));
  await openPlayPage(page, pages.url, OPTIONS);
  await telemetry.fire('interact', [{ type: 'CLICK', id: 'play', pageid: 'home' }]);
  await expect(telemetry).toHaveNoInvalidEvents({ rules: [], schemas: { strict: file } });
  await expect(telemetry).toHaveNoInvalidEvents({ rules: ['ingestion'], schemas: { strict: file } });
  await telemetry.fire('interact', [{ type: 'TOUCH', id: 'play' }]);
  const failure = await failureOf(expect(telemetry).toHaveNoInvalidEvents({ rules: [], schemas: { strict: file } }));
  expect(failure).toContain('edata.pageid is required by interact.json. (schema:strict/missing)');
  // @ts-expect-error
  expect(await failureOf(expect(telemetry).toHaveNoInvalidEvents({ rules: ['ingestoin'] }))).toContain(
    'Did you mean ingestion?',
  );
});

test('a matcher for the absence of events fails with a message if no event was captured at all', async ({
  page,
  pages,
  telemetry,
}) => {
  await page.goto(`${pages.url}/empty/`);
  const timeout = 700;
  for (const matchers of [expect(telemetry), expect(telemetry).not]) {
    const failure = await failureOf(matchers.toHaveNoInvalidEvents({ timeout }));
    expect(failure).toContain('nothing was checked');
    expect(failure).toContain('No telemetry SDK was found on');
  }
  expect(await failureOf(expect(telemetry).toHaveNoLostEvents({ timeout }))).toContain('allowEmpty');
  await expect(telemetry).toHaveNoLostEvents({ timeout, allowEmpty: true });
  const names = test.info().attachments.map(({ name }) => name);
  expect(names).toEqual(['telemetry.json', 'telemetry-report.html']);
});

test('events match a snapshot with volatile fields redacted', async ({ page, pages, telemetry }) => {
  const player = await openPlayPage(page, pages.url, OPTIONS);
  await player.makeCalls('a', 2);
  await expect(telemetry).toHaveEvent('kind:interact', { times: 2 });
  await expect(telemetry).toMatchTelemetrySnapshot('two-interacts.txt');
  telemetry.clear();
  await expect(telemetry).not.toMatchTelemetrySnapshot('two-interacts.txt');
});

/** Returns the message of a failed expectation. */
async function failureOf(expectation: Promise<unknown>): Promise<string> {
  const failure: unknown = await expectation.then(
    () => null,
    (error: unknown) => error,
  );
  return failure instanceof Error ? stripVTControlCharacters(failure.message) : 'no failure';
}
