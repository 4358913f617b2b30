import type {
  BrowserContext,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  TestFixture,
  TestInfo,
} from '@playwright/test';
import { pluralize } from '#core/telemetry/wording';
import { acceptedResponse } from '#core/wire/page-delivery';
import type { UnreadRequest } from '#core/wire/page-messages';
import { loadProjectConfig, type ProjectConfig, type ProjectLocation } from '#node/config/project-config';
import { createRecordCheck } from '#node/config/record-check';
import { assertKnownName } from '#node/did-you-mean';
import { annotateSchemas } from './matchers/annotate-schemas';
import { FINDINGS_ATTACHMENT } from './reporter/test-findings';
import { startTelemetry, type Telemetry, type TelemetrySession } from './telemetry';
import type { CollectorMode } from './watched-contexts';

/** Options of `test.use`. */
export interface TelemetryTestOptions {
  /**
   * `fulfill`, the default, responds to batches in the page, so that none is sent.
   * `continue` sends them.
   */
  readonly collector: CollectorMode;
  /** A URL or a URL pattern of Playwright. All requests to it are fulfilled. The default is none. */
  readonly collectorUrl: string;
  /** Time without changes after which telemetry is quiet, in milliseconds. The default is 500. */
  readonly quiet: number;
}

export interface TelemetryTestArgs {
  readonly telemetry: Telemetry;
}

/** The fixtures that this package adds to `test`. The type parameter for `test.extend`. */
export interface TelemetryTestFixtures extends TelemetryTestOptions, TelemetryTestArgs {
  /** Internal state that the fixtures share. Do not use it in tests. */
  readonly telemetrySession: TelemetrySession;
}

type Args = TelemetryTestFixtures & PlaywrightTestArgs & PlaywrightTestOptions & PlaywrightWorkerArgs;
type Option<Value> = [Value, { scope: 'test'; option: true }];

/**
 * The type of {@link createTelemetryFixtures}.
 * Playwright's `Fixtures` differs with a project's compiler options.
 */
export interface TelemetryFixtures {
  collector: Option<CollectorMode>;
  collectorUrl: Option<string>;
  quiet: Option<number>;
  telemetrySession: TestFixture<TelemetrySession, Args>;
  telemetry: TestFixture<Telemetry, Args>;
  context: TestFixture<BrowserContext, Args>;
}

const projects = new Map<string, Promise<ProjectConfig>>();

/**
 * Loads a configuration once per worker.
 * Rejects if the configuration is invalid, so that each test fails with the reason.
 */
function loadProjectOnce(location: ProjectLocation): Promise<ProjectConfig> {
  const key = JSON.stringify([location.rootDir, location.configFile]);
  const loading =
    projects.get(key) ??
    loadProjectConfig(location).then((loaded) => {
      if (!loaded.ok) throw new Error(loaded.failure);
      return loaded.value;
    });
  projects.set(key, loading);
  return loading;
}

/** @throws For invalid values of `test.use`, because tests may be written in JavaScript. */
function checkTestOptions(collector: string, quiet: unknown): void {
  assertKnownName('collector', collector, collectorModes);
  if (!(typeof quiet === 'number' && quiet >= 0)) {
    throw new Error(`quiet must be milliseconds from 0; got ${String(quiet)}.`);
  }
}

const collectorModes: readonly string[] = ['fulfill', 'continue'] satisfies CollectorMode[];

function toAnnotation({ method, url, isStopped }: UnreadRequest): TestInfo['annotations'][number] {
  const description = isStopped
    ? `${method} ${url}: the body could not be read. The request was stopped, as the URL took telemetry before.`
    : `${method} ${url}: the body could not be read. The request went to the network, and may have had telemetry in it.`;
  return { type: 'telemetry-unread', description };
}

function truncatedText(events: number): string {
  return `Long values of ${pluralize(events, 'event')} were truncated: the events of the test take too much memory.`;
}

/** Creates the fixtures. `pageScript` is the built script that observes pages. */
export function createTelemetryFixtures(pageScript: string): TelemetryFixtures {
  return {
    collector: ['fulfill', { scope: 'test', option: true }],
    collectorUrl: ['', { scope: 'test', option: true }],
    quiet: [500, { scope: 'test', option: true }],
    telemetrySession: async ({ collector, quiet }, use, testInfo) => {
      checkTestOptions(collector, quiet);
      const project = await loadProjectOnce(testInfo.config);
      if (project.notes.length > 0) annotateSchemas(testInfo, project.notes);
      const check = createRecordCheck(project.config, project.knownKeys);
      const session = await startTelemetry({ pageScript, collector, quietMs: quiet, check });
      await use(session);
      const body = await session.stop();
      for (const request of session.telemetry.unreadRequests()) testInfo.annotations.push(toAnnotation(request));
      const truncatedCount = session.truncatedEvents();
      if (truncatedCount > 0)
        testInfo.annotations.push({ type: 'telemetry-truncated', description: truncatedText(truncatedCount) });
      // Attached even without the reporter, because reports of several machines may be merged later.
      await testInfo.attach(FINDINGS_ATTACHMENT, { body, contentType: 'application/json' });
    },
    telemetry: ({ telemetrySession }, use) => use(telemetrySession.telemetry),
    context: async ({ context, collectorUrl, telemetrySession }, use) => {
      if (collectorUrl !== '') {
        const body = acceptedResponse(new Date().toISOString());
        await context.route(collectorUrl, (route) => route.fulfill({ contentType: 'application/json', body }));
      }
      await telemetrySession.telemetry.attach(context);
      await use(context);
      await telemetrySession.unloadContext(context);
    },
  };
}
