/**
 * The telemetry methods, in the order of the definition document (section 6).
 * The `eid` of an event is the name in upper case.
 */
export const eventKinds = [
  'start',
  'impression',
  'interact',
  'assess',
  'response',
  'interrupt',
  'feedback',
  'share',
  'audit',
  'error',
  'heartbeat',
  'log',
  'search',
  'metrics',
  'summary',
  'exdata',
  'end',
] as const;

/** One of the kinds of the definition, in lower case: `start`, `impression`, … */
export type EventKind = (typeof eventKinds)[number];

const kindNames: ReadonlySet<string> = new Set(eventKinds);

/** Whether a name is a kind, in lower case. */
export function isEventKind(name: string): name is EventKind {
  return kindNames.has(name);
}

/**
 * Returns the index of the event's own data among the arguments of a call.
 * In `error(error)`, this argument has another name.
 */
export function dataIndexOf(method: string): number {
  return method === 'start' ? 3 : 0;
}

/** Returns the kind of an `eid`, or null. The `eid` must be in upper case, as it is on the wire. */
export function kindOfEid(eid: string): EventKind | null {
  const name = eid.toLowerCase();
  return name.toUpperCase() === eid && isEventKind(name) ? name : null;
}
