import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createComposer } from '#components/panel/compose/draft/composer.ts';
import { createDraftKeeper } from '#components/panel/compose/draft/draft-storage.ts';
import { createSamples } from '#components/panel/compose/samples/samples.ts';
import { readOut } from '#components/panel/compose/target/delivery-settings.ts';
import { createSavedFilters } from '#components/panel/filter/saved-filters.ts';
import { readShelf } from '#components/panel/scenarios/scenario-storage.ts';
import { readSamples } from '#core/drafts/samples-file';
import { LOCAL_REGISTRY } from '#core/identity/environment';
import { importEnvironments } from '#core/identity/environment-file';
import type { TelemetryRecord } from '#core/journey/record';
import { findingText } from '#core/report/messages';
import { readScenarioFile } from '#core/scenarios/scenario-file';
import { createEnvironmentStore } from '#extension/background/identity/environments';
import { panelRules } from '#extension/panel/capture/panel-rules';
import { readHead, readRecords } from '#extension/panel/persistence/stored-capture';
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
  inTurn: <Value>(_: string, work: () => Promise<Value>) => work(),
  listen: () => undefined,
};
const deps = { store: storage, newId: () => 'new', tell: (problem: string) => expect.unreachable(problem) };

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
  it('is read as the session that was written, every record whole', async () => {
    const { result, records, marks } = await readBack(textOf('session.telemetry.json'));
    expect(result).toEqual({ ok: true, value: { kind: 'session', events: session.records.length } });
    expect(records.map(asWritten)).toEqual(session.records);
    expect(marks).toEqual(session.marks);
  });

  it('is read as the requests that were written, with how they ended', async () => {
    const { result, records } = await readBack(textOf('requests.har'));
    expect(result).toEqual({ ok: true, value: { kind: 'har', events: 1 } });
    expect(records[0]?.requests[0]?.end).toEqual(session.records.at(-1).requests[0].end);
    expect(records[0]?.requests[1]?.end).toEqual(session.records.at(-1).requests[1].end);
  });

  it('is read as the scenario, the samples and the environments that were written', () => {
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
  it('gives back its drafts, samples, delivery and filters', async () => {
    const composer = createComposer(panelRules);
    await createDraftKeeper(composer, deps).load();
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
    expect(filters.list.value).toEqual(profile['saved-filters']);
    expect(readOut(profile['compose-out'])).toEqual(profile['compose-out']);
  });

  it('gives back its settings and its environments', async () => {
    const { stores } = createTestStores({}, storage);
    await stores.app.settings.load();
    expect(settingsOf(stores)).toEqual(profile.panelSettings);
    expect(await createEnvironmentStore(storage, LOCAL_REGISTRY).read()).toEqual(profile['identity.environments']);
  });

  it('gives back its scenarios, with what each run said', () => {
    expect(readShelf(profile.scenarios)).toEqual({ items: profile.scenarios.items, unreadable: [] });
  });

  it('gives back the capture of the tab', () => {
    expect(readHead(profile.capture.head)).toEqual(profile.capture.head);
    expect(readRecords(profile.capture.records)?.map(asWritten)).toEqual(profile.capture.records);
  });
});
