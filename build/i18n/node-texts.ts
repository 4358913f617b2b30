/**
 * What the command line and the package can say, by the beginnings of the keys: failures of reading files, filters and
 * scenarios, and what becomes of events. A test compares them with the messages of the modules that read, filter and judge.
 */
const AREAS = [
  'capture.noResponse',
  'change.absent',
  'count.event',
  'filter.error.',
  'filter.noun.',
  'form.jsonFault',
  'import.fault.',
  'import.remark.',
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

/** Whether plain Node has the English text of a key. */
export function isOfNode(key: string): boolean {
  return AREAS.some((area) => (area.endsWith('.') ? key.startsWith(area) : key === area));
}
