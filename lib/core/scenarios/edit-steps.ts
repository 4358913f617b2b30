import { isJsonObject } from '#core/json/json';
import { readJson } from '#core/json/json-reader';
import { sampleDraft } from '#core/telemetry/draft';
import type { EventKind } from '#core/telemetry/kinds';
import { MAX_STEPS, type Step, type StepType } from './scenario';

/**
 * Returns the steps with one moved by an offset.
 * Returns them unchanged if the new index would be outside.
 */
export function moveStep(steps: readonly Step[], index: number, by: number): readonly Step[] {
  const step = steps[index];
  const to = index + by;
  if (!step || to < 0 || to >= steps.length) return steps;
  return steps.toSpliced(index, 1).toSpliced(to, 0, step);
}

/** Returns the steps with one more at the end, or unchanged at {@link MAX_STEPS}. */
export function addStep(steps: readonly Step[], step: Step): readonly Step[] {
  return steps.length < MAX_STEPS ? [...steps, step] : steps;
}

/** Returns a step that can run without further edits. */
export function createStep(type: StepType): Step {
  switch (type) {
    case 'fire':
      return { type, kind: 'interact', args: sampleArgs('interact') };
    case 'wait-for':
      return { type, filter: 'kind:impression' };
    case 'wait':
      return { type, ms: 1000 };
    case 'expect-kind':
      return { type, kind: 'impression' };
    case 'expect-field':
      return { type, path: 'edata.pageid', is: { present: true } };
    case 'expect-no-invalid':
      return { type };
    case 'expect-count':
      return { type, filter: 'is:invalid', count: 0 };
  }
}

/** Returns the sample of a kind, by argument names. */
export function sampleArgs(kind: EventKind): Extract<Step, { type: 'fire' }>['args'] {
  const read = readJson(sampleDraft(kind));
  return read.ok && isJsonObject(read.value) ? read.value : {};
}
