import type { LessonCall } from './act';

/**
 * Ways to make the site wrong, as a release does by mistake.
 * Named in the page's address: `?fault=renamed-id`.
 */
const faults: Readonly<Record<string, (call: LessonCall) => readonly LessonCall[]>> = {
  'renamed-id': (call) => [call.data.id === 'drop' ? { ...call, data: { ...call.data, id: 'drop-2' } } : call],
  'lost-answer': (call) => (call.kind === 'response' ? [] : [call]),
};

/** The calls of an act as a site with this fault makes them; without one, as they are. */
export function withFault(fault: string | null, calls: readonly LessonCall[]): readonly LessonCall[] {
  const change = fault !== null && Object.hasOwn(faults, fault) ? faults[fault] : undefined;
  return change ? calls.flatMap(change) : calls;
}
