import type { LessonCall } from './act';

/**
 * Faults of the site, such as a release may introduce.
 * The page's URL selects one: `?fault=renamed-id`.
 */
const faults: Readonly<Record<string, (call: LessonCall) => readonly LessonCall[]>> = {
  'renamed-id': (call) => [call.data.id === 'drop' ? { ...call, data: { ...call.data, id: 'drop-2' } } : call],
  'lost-answer': (call) => (call.kind === 'response' ? [] : [call]),
};

/** Applies a fault to the calls of an action; without a fault, returns them unchanged. */
export function withFault(fault: string | null, calls: readonly LessonCall[]): readonly LessonCall[] {
  const change = fault !== null && Object.hasOwn(faults, fault) ? faults[fault] : undefined;
  return change ? calls.flatMap(change) : calls;
}
