/**
 * Prefixes of message keys that the command line and the package use.
 * The messages are about failures of reading files, filters and scenarios, and about fates of events. A test compares
 * them with the messages of the modules that read, filter and judge.
 */
const AREAS = [
  'capture.noResponse',
  'change.absent',
  'count.event',
  'filter.error.',
  'filter.noun.',
  'form.jsonFault',
  'import.fault.',
  'import.warning.',
  'jsonFault.',
  'pipeline.',
  'scenarios.comparisons.',
  'scenarios.fault.',
  'scenarios.result.',
  'scenarios.stepText.',
  'scenarios.stepTypes.expectNoInvalid',
  'scenarios.tests.',
  'schemas.problem.',
];

/** Whether the English messages for plain Node.js include a key. */
export function isOfNode(key: string): boolean {
  return AREAS.some((area) => (area.endsWith('.') ? key.startsWith(area) : key === area));
}
