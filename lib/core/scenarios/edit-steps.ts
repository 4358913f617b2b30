import { copySample } from '#core/telemetry/draft';
import { MAX_STEPS, type Step, type StepType } from './scenario';

/**
 * Moves a step by an offset.
 * Returns the same steps if the new index would be outside of the list.
 */
export function moveStep(steps: readonly Step[], index: number, offset: number): readonly Step[] {
  const step = steps[index];
  const newIndex = index + offset;
  if (!step || newIndex < 0 || newIndex >= steps.length) return steps;
  return steps.toSpliced(index, 1).toSpliced(newIndex, 0, step);
}

/** Appends a step. Returns the same steps if there are {@link MAX_STEPS} already. */
export function addStep(steps: readonly Step[], step: Step): readonly Step[] {
  return steps.length < MAX_STEPS ? [...steps, step] : steps;
}

/** Creates a step that can run without further edits. */
export function createStep(type: StepType): Step {
  switch (type) {
    case 'fire':
      return { type, kind: 'interact', args: copySample('interact') };
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
