import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { createComposer } from '#components/panel/compose/draft/composer.ts';
import { createDraftStorage } from '#components/panel/compose/draft/draft-storage.ts';
import { createSamples } from '#components/panel/compose/samples/samples.ts';
import { parseDeliverySettings } from '#components/panel/compose/target/delivery-settings.ts';
import { createSavedFilters } from '#components/panel/filter/saved-filters.ts';
import { parseStoredScenarios } from '#components/panel/scenarios/scenario-storage.ts';
import { panelRules } from '#core/drafts/panel-rules';
import { readSamples } from '#core/drafts/samples-file';
import { importEnvironments } from '#core/identity/environment-file';
import { loginFailureSchema } from '#core/identity/failure';
import type { TelemetryRecord } from '#core/journey/record';
import { findingText } from '#core/report/messages';
import { readScenarioFile } from '#core/scenarios/scenario-file';
import { createEnvironmentStore } from '#extension/background/identity/environments';
import { readHead, readRecords } from '#panel/persistence/stored-capture';
import { readBack } from '#tests/fixtures/exchange';
import { settingsOf } from '#tests/fixtures/panel-settings';
import { createTestStores } from '#tests/fixtures/panel-stores';

const textOf = (name: string) => readFileSync(`tests/fixtures/today/${name}`, 'utf8');
const session = JSON.parse(textOf('session.telemetry.json'));
const profile = JSON.parse(textOf('profile.json'));

/** Lasting storage of the extension, with the values of the profile. */
const storage = {
  get: async (key: string) => structuredClone(profile[key]),
  set: () => Promise.reject(new Error('What is only read must not be written.')),
  runExclusive: <Value>(_: string, work: () => Promise<Value>) => work(),
  listen: () => undefined,
};
const deps = { store: storage, newId: () => 'new', notify: () => expect.unreachable('Nothing is written.') };

/** A record with its findings as sentences, as the version before had them. */
function asWritten(record: TelemetryRecord): unknown {
  const findings = record.findings.map((finding) => {
    const { severity, params, ...rest } = finding;
    const { allowed } = params;
    const list = allowed ? { allowed } : {};
    return { ...rest, severity: severity === 'info' ? 'notice' : severity, message: findingText(finding), ...list };
  });
  return { ...record, findings };
}

describe('a file of the version before', () => {
  it('a file of the version before is read as the session that was written, every record whole', async () => {
    const { result, records, marks } = await readBack(textOf('session.telemetry.json'));
    expect(result).toEqual({ ok: true, value: { kind: 'session', events: session.records.length, remarks: [] } });
    expect(records.map(asWritten)).toEqual(session.records);
    expect(marks).toEqual(session.marks);
  });

  it('a file of the version before is read as the requests that were written, with how they ended', async () => {
    const { result, records } = await readBack(textOf('requests.har'));
    expect(result).toEqual({ ok: true, value: { kind: 'har', events: 1, remarks: [] } });
    expect(records[0]?.requests[0]?.end).toEqual(session.records.at(-1).requests[0].end);
    expect(records[0]?.requests[1]?.end).toEqual(session.records.at(-1).requests[1].end);
  });

  it('a file of the version before is read as the scenario, the samples and the environments that were written', () => {
    const scenario = textOf('next-button.scenario.json');
    expect(readScenarioFile(scenario)).toEqual({ ok: true, value: [JSON.parse(scenario)] });
    const samples = textOf('samples.json');
    expect(readSamples(samples)).toEqual({ ok: true, value: JSON.parse(samples).samples });
    const environments = textOf('environments.json');
    const [{ name, realm }] = JSON.parse(environments).environments;
    const imported = importEnvironments(environments);
    expect(imported).toMatchObject({ ok: true, value: { drafts: [{ name, realm }], problems: [] } });
  });
});

describe('a profile of the version before', () => {
  it('a profile of the version before gives back its drafts, samples, delivery and filters', async () => {
    const composer = createComposer(panelRules);
    await createDraftStorage(composer, deps).load();
    const { kind, drafts } = profile['compose-drafts'];
    expect(composer.kind.value).toBe(kind);
    for (const each of Object.keys(drafts)) {
      const draft = composer.drafts.find((one) => one.kind === each);
      expect(draft?.content.value).toEqual(drafts[each]);
    }
    const samples = createSamples(deps);
    await samples.load();
    expect(samples.list.value).toEqual(profile['compose-samples']);
    const filters = createSavedFilters(storage);
    await filters.load();
    expect(filters.list.value).toEqual(profile['saved-filters'].map((query: string) => ({ query, name: null })));
    expect(parseDeliverySettings(profile['compose-out'])).toEqual(profile['compose-out']);
  });

  it('a profile of the version before gives back its settings and its environments', async () => {
    const { stores } = createTestStores({}, storage);
    await stores.app.settings.load();
    const { list, ...others } = profile.panelSettings;
    expect(settingsOf(stores)).toEqual({ ...others, list: { ...list, fields: [] } });
    expect(await createEnvironmentStore(storage).read()).toEqual(profile['identity.environments']);
  });

  it('a profile of the version before gives back its scenarios, with what each run said', () => {
    expect(parseStoredScenarios(profile.scenarios)).toEqual({ items: profile.scenarios.items, unreadable: [] });
  });

  it('a profile of the version before gives back the capture of the tab', () => {
    expect(readHead(profile.capture.head)).toEqual(profile.capture.head);
    expect(readRecords(profile.capture.records)?.map(asWritten)).toEqual(profile.capture.records);
  });
});

describe('a message that was stored under an earlier code', () => {
  const storedMessage = (code: string, params: unknown = {}, count?: number) => ({
    code,
    params,
    ...(count && { count }),
  });
  const event = storedMessage('scenarios.said.inRow', { event: 'LOG', n: 7 });

  it.each([
    [storedMessage('scenarios.said.nothingCame'), 'No events received.'],
    [storedMessage('scenarios.said.cameInstead', { events: 'LOG, END' }), 'Received instead: LOG, END.'],
    [storedMessage('scenarios.said.cameInsteadMore', { events: 'LOG', n: 3 }), 'Received instead: LOG and 3 more.'],
    [
      storedMessage('scenarios.said.notSeenAgain', { kind: 'LOG', time: '5 s' }),
      'LOG was fired, but not captured within 5 s.',
    ],
    [
      storedMessage('scenarios.said.fieldAbsent', {
        path: 'edata.id',
        event,
        test: storedMessage('scenarios.does.toBe', { value: '1' }),
      }),
      'edata.id of LOG (row 7) is not set; expected to be 1.',
    ],
    [
      storedMessage('scenarios.said.differs', {
        n: 1,
        step: storedMessage('scenarios.deeds.expectNoInvalid'),
        said: 'x',
      }),
      'Step 1, Expect no invalid events. x',
    ],
    [[storedMessage('scenarios.said.invalid', { n: 2 }, 2), event], '2 events are invalid. LOG (row 7)'],
    [storedMessage('capture.recordingIsPausedSoThe'), /^Recording is paused/],
    [storedMessage('capture.thePageDidNotAnswer'), /^The page didn’t respond within 5 s\./],
    [storedMessage('capture.thatFrameIsGoneChoose'), /^That frame no longer exists\./],
    [storedMessage('capture.thatFrameHasNoTelemetry'), /^That frame has no telemetry SDK/],
  ])(
    'a message that was stored under an earlier code with a run of a scenario is said in the words of today: %j',
    (stored, text) => {
      const [scenario] = profile.scenarios.items;
      const run = { startedAt: 1, tookMs: 1, status: 'failed', steps: [{ status: 'failed', tookMs: 1, said: stored }] };
      const batches = [{ startedAt: 1, runs: [run], differences: [stored] }];
      const [item] = parseStoredScenarios({ version: 1, items: [{ ...scenario, batches }] }).items;
      expect(messageText(item?.batches[0]?.differences[0] ?? '')).toMatch(text);
      expect(messageText(item?.batches[0]?.runs[0]?.steps[0]?.said ?? '')).toMatch(text);
    },
  );

  it.each([
    [storedMessage('identity.itRedirectsEnterTheAddress'), /^The response is a redirect\./],
    [storedMessage('identity.theAnswerHasMoreThan'), /^The response is larger than 1 MiB\./],
    [storedMessage('identity.itSays', { body: 'no' }), 'Response: “no”'],
    [storedMessage('identity.itIsAnHtmlPage2', { words: 'Sign in' }), 'The response is an HTML page: “Sign in”'],
    [
      storedMessage('identity.theBodyIsNotJson', { body: storedMessage('identity.theBodyIsEmpty') }),
      /^Invalid JSON\. The response has no/,
    ],
    [
      storedMessage('identity.theBodyIsNotJson', { body: storedMessage('identity.itIsAnHtmlPage') }),
      /^Invalid JSON\. The response is an/,
    ],
    [storedMessage('identity.isMissing', { name: storedMessage('identity.theAnswer') }), 'The response is missing.'],
    [
      storedMessage('identity.expectedFound', { name: 'scope', expected: 'string', found: 'null' }),
      'scope: expected string, got null.',
    ],
    [storedMessage('identity.isEmpty', { name: 'scope' }), 'scope is empty.'],
    [storedMessage('identity.isBelow0', { name: 'expires_in' }), 'expires_in is less than 0.'],
    [storedMessage('identity.tokenCharacters', { name: 'scope' }), /^scope contains a character that/],
    [
      storedMessage('identity.valueTooLong', { name: 'scope', length: 2, limit: 1 }),
      'scope has 2 characters; the limit is 1.',
    ],
    [storedMessage('identity.numberTooLarge', { name: 'expires_in', limit: 1 }), 'expires_in is greater than 1.'],
  ])(
    'a message that was stored under an earlier code with a log-in session is said in the words of today: %j',
    (detail, text) => {
      const failure = loginFailureSchema.parse({ reason: 'unusable-token', detail });
      expect(failure.reason === 'unusable-token' && messageText(failure.detail)).toMatch(text);
    },
  );

  it('a message that was stored under an earlier code with a request of a session file is said in the words of today', async () => {
    const end = { status: 'failed', message: '', problem: storedMessage('capture.devToolsSawNoAnswer'), durationMs: 1 };
    const record = structuredClone(session.records.at(-1));
    record.requests[0].end = end;
    const { records } = await readBack(JSON.stringify({ ...session, records: [record] }));
    const read = records[0]?.requests[0]?.end;
    expect(read).toEqual(end);
    expect(messageText(read?.status === 'failed' ? (read.problem ?? '') : '')).toBe('DevTools recorded no response.');
  });

  it('a message that was stored under an earlier code that no version knows stays as it is', () => {
    const detail = storedMessage('a.b', { of: 'c' });
    expect(loginFailureSchema.parse({ reason: 'unusable-token', detail })).toEqual({
      reason: 'unusable-token',
      detail,
    });
  });
});
