import { onTestFinished } from 'vitest';
import type { CollectedEvent } from '#core/collector/collected-change';
import { createCollectedEvents } from '#core/collector/collected-events';
import { type CollectorBehavior, defaultBehavior } from '#core/collector/collector-response';
import { pipelineSettingsOf } from '#core/pipeline/pipeline-settings';
import { noPolicy } from '#core/report/finding-policy';
import { DEFAULT_PIPELINE } from '#core/rules/ingestion/ingestion-profiles';
import { defaultRuleSetNames } from '#core/rules/rule-set-names';
import { createDefaultJudge } from '#core/stream/default-judge';
import type { SetTimer } from '#core/util/scheduler';
import { decompress } from '#node/cli/input/body-deps';
import { createToItem } from '#node/collector/collected-item';
import { createCollectorListener } from '#node/collector/collector-listener';
import { createCollectorJudge } from '#node/collector/judge-config';
import { startServer } from '#node/collector/local-server';

/** Starts a collector at a free port, which stops with the test. */
export async function startCollector(
  behavior: Partial<CollectorBehavior> = {},
  random = 0,
  timeouts: Parameters<typeof startServer>[3] = {},
  setTimer?: SetTimer,
) {
  const events = createCollectedEvents(createDefaultJudge());
  const delays: number[] = [];
  const deps = {
    decompress,
    now: () => 1_763_620_200_500,
    random: () => random,
    setTimer:
      setTimer ??
      ((milliseconds: number, task: () => void) => {
        delays.push(milliseconds);
        const immediate = setImmediate(task);
        return () => clearImmediate(immediate);
      }),
  };
  const started = await startServer(
    { listener: createCollectorListener(events, { ...defaultBehavior, ...behavior }, deps) },
    '127.0.0.1',
    0,
    timeouts,
  );
  if (!started.ok) throw new Error(started.failure);
  onTestFinished(() => started.value.stop());
  const url = `http://127.0.0.1:${started.value.port}`;
  const all = (): readonly CollectedEvent[] => [...events.all()];
  return { events, all, delays, stop: started.value.stop, port: started.value.port, url, post: createPoster(url) };
}

const createPoster =
  (url: string) =>
  (body: BodyInit, headers: Record<string, string> = {}, path = '/v1/telemetry') =>
    fetch(`${url}${path}`, { method: 'POST', body, headers });

/** Creates the judge of a collector with the default rule sets, and the conversion of its events to items. */
export function createTestItems() {
  const judge = createCollectorJudge({
    rules: defaultRuleSetNames,
    teamRules: [],
    settings: pipelineSettingsOf(DEFAULT_PIPELINE, {}),
    policy: noPolicy,
  });
  return { judge, toItem: createToItem(judge, { severity: 'info', known: new Set(), fateOf: () => null }) };
}
