import { copySample } from '#core/telemetry/draft';
import type { EventKind } from '#core/telemetry/kinds';
import { newScenario, type Scenario, type Step } from './scenario';

/** The kinds of the events of one session in a player, from its start to its end. */
const sessionKinds: readonly EventKind[] = [
  'start',
  'impression',
  'interact',
  'interact',
  'assess',
  'response',
  'summary',
  'end',
];

/**
 * Creates the built-in scenario.
 * It fires the samples of a session in order. Each must be captured, and the collector must accept END.
 */
export function createPlaySession(name: string): Scenario {
  const steps = sessionKinds.flatMap((kind): readonly Step[] => [
    { type: 'fire', kind, args: copySample(kind) },
    { type: 'expect-kind', kind },
  ]);
  return newScenario(name, [
    ...steps,
    // The SDK sends its queue with END.
    { type: 'expect-count', filter: 'kind:end state:accepted', count: 1 },
    { type: 'expect-count', filter: 'is:manual', count: sessionKinds.length },
    { type: 'expect-no-invalid' },
  ]);
}
