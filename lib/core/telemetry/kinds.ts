/**
 * The telemetry methods, in the order of the definition document (section 6).
 * An event's `eid` is the upper-case name.
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

const known: ReadonlySet<string> = new Set(eventKinds);

/** Tells the kinds from all other names. Upper case is no kind. */
export function isEventKind(name: string): name is EventKind {
  return known.has(name);
}

/**
 * Returns the index of the event's own data among the arguments of a call.
 * `error(error)` is the same argument by another name.
 */
export function dataIndexOf(method: string): number {
  return method === 'start' ? 3 : 0;
}

/** The kind that an `eid` names; exact upper case only, as no other eids exist on the wire. */
export function kindOfEid(eid: string): EventKind | null {
  const name = eid.toLowerCase();
  return name.toUpperCase() === eid && isEventKind(name) ? name : null;
}
