/** How a line of the definition document that leaves something open is read. */
export interface Interpretation {
  readonly point: string;
  readonly reading: string;
}

/**
 * The readings that hold for every kind.
 * Those of one field stand beside it in its definition (`meta({ reading })`).
 */
export const generalInterpretations: readonly Interpretation[] = [
  {
    point: 'Lists',
    reading:
      'A list is closed where the document says "One of" or names the whole of it. Where it says "e.g." or "such as", any other value is as good.',
  },
  { point: 'Letter case', reading: 'Exact. When only the case differs, the finding says so.' },
  {
    point: 'null',
    reading:
      'In an optional field it counts as absent, in a required one as missing, inside an array it is a wrong type.',
  },
  {
    point: 'Empty strings',
    reading:
      'Present; where the field is an id, that is a notice. In a closed list an empty string is not in the list.',
  },
  {
    point: 'Required with a default',
    reading: 'When the field is absent the default applies, and a notice says that it was used.',
  },
  {
    point: 'Key-value objects',
    reading: 'Any object; a "single" key-value object has exactly one key.',
  },
  {
    point: 'Numbers',
    reading:
      'long is an integer; double, decimal and number are any finite number. A negative duration, count or size is a notice.',
  },
  {
    point: 'Fields that are not listed',
    reading: 'A notice. Silent in config, filters, sort, in pairs and in the map of metrics, which are free objects.',
  },
  {
    point: 'Fields that contradict each other',
    reading: 'A notice: each field is as the document says. Only where it states a requirement is it an error.',
  },
  {
    point: 'Arguments that are not listed',
    reading: 'A notice for each. The options that the SDKs take as a last argument are named as such.',
  },
];
