import { expect as baseExpect, type ExpectMatcherState, type MatcherReturnType, test } from '@playwright/test';
import { journeyState } from '#core/journey/journey-state';
import type { JudgedRecord } from '#core/stream/judged-record';
import { thrownText } from '#core/util/thrown-text';
import { setTimer } from '#node/timers';
import type { TelemetrySource } from '../telemetry-source';
import { annotateSchemas } from './annotate-schemas';
import { awaitJudgement, type FinalJudgement, formatSnapshot } from './await-judgement';
import { type CompiledEvent, compileEventPattern, type EventPattern, matchesEvent } from './event-pattern';
import { attachEvidence } from './failure-evidence';
import { judgeEvent, judgeNextEvent } from './judge-event';
import { judgeEvents, judgeNoInvalidEvents, judgeNoLostEvents } from './judge-events';
import { judgeSoundSessions } from './judge-sessions';
import type { Judge } from './judgement';
import {
  checkOptions,
  checkTimes,
  type HaveEventOptions,
  type HaveEventsOptions,
  type NoInvalidEventsOptions,
  type NoLostEventsOptions,
  type SnapshotOptions,
  type SoundUserSessionsOptions,
  type WaitOptions,
} from './matcher-options';
import { type MatcherName, toResult } from './matcher-result';
import { loadRules } from './matcher-rules';
import { explainRun, type FiringSource, readScenario, runScenario } from './scenario-run';

/** Row of the last matched event, after which `toHaveNextEvent` continues. */
const cursors = new WeakMap<TelemetrySource, number>();

/** Matchers for `expect(telemetry)`. Pass them to `expect.extend`. */
export const telemetryMatchers = {
  /** Passes if at least one event matches, or the number of events in `times`. */
  async toHaveEvent(
    this: ExpectMatcherState,
    telemetry: TelemetrySource,
    expected: EventPattern,
    options: HaveEventOptions = {},
  ): Promise<MatcherReturnType> {
    checkOptions('toHaveEvent', options, ['times']);
    checkTimes(options.times);
    const judge = judgeEvent(compile(expected), options.times, cursors.get(telemetry));
    return evaluateAndAdvanceCursor(this, 'toHaveEvent', telemetry, judge, options);
  },

  /**
   * Passes if all expected events were captured.
   * `ordered` requires their order, `exact` allows no other events.
   */
  async toHaveEvents(
    this: ExpectMatcherState,
    telemetry: TelemetrySource,
    expected: readonly EventPattern[],
    options: HaveEventsOptions = {},
  ): Promise<MatcherReturnType> {
    checkOptions('toHaveEvents', options, ['ordered', 'exact']);
    if (!Array.isArray(expected)) throw new Error('toHaveEvents expects a list of events.');
    if (expected.length === 0 && options.exact !== true) {
      throw new Error('toHaveEvents with an empty list always passes. Set exact if no event may occur.');
    }
    return evaluateAndAdvanceCursor(
      this,
      'toHaveEvents',
      telemetry,
      judgeEvents(expected.map(compile), options),
      options,
    );
  },

  /**
   * Passes if the next event matches.
   * The previous one is the last match of `toHaveEvent` or `toHaveNextEvent`.
   */
  async toHaveNextEvent(
    this: ExpectMatcherState,
    telemetry: TelemetrySource,
    expected: EventPattern,
    options: WaitOptions = {},
  ): Promise<MatcherReturnType> {
    checkOptions('toHaveNextEvent', options, []);
    const judge = judgeNextEvent(compile(expected), isAwaitingEvent, cursors.get(telemetry) ?? 0);
    return evaluateAndAdvanceCursor(this, 'toHaveNextEvent', telemetry, judge, options);
  },

  /** Passes if no event has an error. Fails without any event, unless `allowEmpty` is set. */
  async toHaveNoInvalidEvents(
    this: ExpectMatcherState,
    telemetry: TelemetrySource,
    options: NoInvalidEventsOptions = {},
  ): Promise<MatcherReturnType> {
    assertFixture(telemetry);
    checkOptions('toHaveNoInvalidEvents', options, ['rules', 'schemas', 'allowEmpty']);
    const rules = await loadRules(options);
    if (rules.notes.length > 0) annotateSchemas(test.info(), rules.notes);
    const { allowEmpty = false } = options;
    const judge = judgeNoInvalidEvents(rules, { allowEmpty, ...(telemetry.check && { check: telemetry.check }) });
    return evaluateAndAdvanceCursor(this, 'toHaveNoInvalidEvents', telemetry, judge, options);
  },

  /**
   * Passes if no event was lost.
   * An event is lost if its page unloaded before sending it, if the SDK emitted none for a call, or if its last request
   * failed or was rejected. Fails without any event, unless `allowEmpty` is set.
   */
  async toHaveNoLostEvents(
    this: ExpectMatcherState,
    telemetry: TelemetrySource,
    options: NoLostEventsOptions = {},
  ): Promise<MatcherReturnType> {
    checkOptions('toHaveNoLostEvents', options, ['allowEmpty']);
    return evaluateAndAdvanceCursor(
      this,
      'toHaveNoLostEvents',
      telemetry,
      judgeNoLostEvents(options.allowEmpty),
      options,
    );
  },

  /**
   * Passes if the pipeline counts user sessions correctly.
   * A session that is still open does not fail. Fails without any event of a session, unless `allowEmpty` is set.
   */
  async toHaveSoundUserSessions(
    this: ExpectMatcherState,
    telemetry: TelemetrySource,
    options: SoundUserSessionsOptions = {},
  ): Promise<MatcherReturnType> {
    assertFixture(telemetry);
    checkOptions('toHaveSoundUserSessions', options, ['allowEmpty']);
    const judge = judgeSoundSessions(options.allowEmpty, telemetry.check);
    return evaluateAndAdvanceCursor(this, 'toHaveSoundUserSessions', telemetry, judge, options);
  },

  /**
   * Passes if the events equal those of the snapshot file, once telemetry is quiet.
   * Masks volatile fields.
   */
  async toMatchTelemetrySnapshot(
    this: ExpectMatcherState,
    telemetry: TelemetrySource,
    nameOrOptions: string | SnapshotOptions = {},
  ): Promise<MatcherReturnType> {
    const options = typeof nameOrOptions === 'string' ? { name: nameOrOptions } : nameOrOptions;
    checkOptions('toMatchTelemetrySnapshot', options, ['name', 'events', 'mask']);
    const events = options.events === undefined ? null : compile(options.events);
    await waitFor(this, telemetry, quietJudge, options, true);
    const records = telemetry.records().filter((record) => events === null || matchesEvent(events, record));
    const text = formatSnapshot(records, options.mask);
    const result = matchSnapshot(this, text, options.name);
    if (result.pass === this.isNot) attachEvidence(telemetry);
    return result;
  },

  /**
   * Passes if a scenario of the panel passes.
   * Fires the scenario's events, and expects events since the last clear. Each step has a separate timeout.
   */
  async toPassScenario(
    this: ExpectMatcherState,
    telemetry: FiringSource,
    expected: object,
  ): Promise<MatcherReturnType> {
    assertFixture(telemetry);
    const scenario = readScenario(expected);
    if (!scenario.ok) throw new Error(scenario.failure);
    const startedAt = telemetry.now();
    const run = await runScenario(scenario.value, telemetry, setTimer).ended;
    return toResult(this, 'toPassScenario', telemetry, {
      pass: run.status === 'passed',
      explain: () => explainRun(scenario.value, run),
      waitedMs: telemetry.now() - startedAt,
      isTimedOut: false,
    });
  },
};

/** Playwright's `expect` with the matchers for telemetry. */
export const expect = baseExpect.extend(telemetryMatchers);

/** Compiles a pattern. Throws for an invalid pattern, so that the test fails even with `.not`. */
function compile(pattern: EventPattern): CompiledEvent {
  const compiled = compileEventPattern(pattern);
  if (!compiled.ok) throw new Error(compiled.failure);
  return compiled.value;
}

/** @throws For anything but the fixture, such as the page, because tests may be written in JavaScript. */
function assertFixture(telemetry: TelemetrySource): void {
  if (telemetry?.captureText === undefined) throw new Error('This matcher needs the fixture: expect(telemetry).');
}

function isAwaitingEvent(record: JudgedRecord): boolean {
  return record.event === null && journeyState(record) === 'called';
}

/** Passes always, so that an expectation only waits until telemetry is quiet. */
const quietJudge: Judge = () => ({
  pass: true,
  canChangeBy: 'events',
  explain: () => ({ expected: '', received: '', details: [] }),
});

function waitFor(
  state: ExpectMatcherState,
  telemetry: TelemetrySource,
  judge: Judge,
  { timeout = state.timeout, quiet = telemetry?.quietMs }: WaitOptions,
  expectedPass = !state.isNot,
): Promise<FinalJudgement> {
  assertFixture(telemetry);
  return awaitJudgement(telemetry, judge, { expectedPass, timeoutMs: timeout, quietMs: quiet, setTimer });
}

async function evaluateAndAdvanceCursor(
  state: ExpectMatcherState,
  name: MatcherName,
  telemetry: TelemetrySource,
  judge: Judge,
  options: WaitOptions,
): Promise<MatcherReturnType> {
  const judgement = await waitFor(state, telemetry, judge, options);
  const { pass, match } = judgement;
  if (pass && !state.isNot && match) cursors.set(telemetry, match.row);
  return toResult(state, name, telemetry, judgement);
}

/** Delegates to Playwright's `toMatchSnapshot`, which compares, writes and updates the file. */
function matchSnapshot({ isNot }: ExpectMatcherState, text: string, name: string | undefined): MatcherReturnType {
  const assertion = isNot ? baseExpect(text).not : baseExpect(text);
  const info = test.info();
  const suffix = info.snapshotSuffix;
  // One file for all platforms, because events are the same. By default, Playwright adds the platform to the name.
  info.snapshotSuffix = '';
  try {
    if (name === undefined) assertion.toMatchSnapshot();
    else assertion.toMatchSnapshot(name);
    return { pass: !isNot, message: () => '' };
  } catch (error) {
    const message = thrownText(error);
    return { pass: isNot, message: () => message };
  } finally {
    info.snapshotSuffix = suffix;
  }
}
