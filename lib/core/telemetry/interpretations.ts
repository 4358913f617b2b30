/** How a line of the definition document that leaves something open is read. */
export interface Interpretation {
  readonly point: string;
  readonly reading: string;
}

/**
 * Interpretations that hold for every kind.
 * Those of one field are in its definition (`meta({ reading })`).
 */
export const generalInterpretations: readonly Interpretation[] = [
  {
    point: 'Lists',
    reading:
      'A list is closed if the document says "One of" or gives the complete list. With "e.g." or "such as", any other value is valid too.',
  },
  { point: 'Letter case', reading: 'Values are case-sensitive. If only the case differs, the finding says so.' },
  {
    point: 'null',
    reading:
      'In an optional field null counts as not set, in a required field as missing. In an array it is a wrong type.',
  },
  {
    point: 'Empty strings',
    reading: 'An empty string counts as set. In a field for an ID it is a notice. A closed list does not allow it.',
  },
  {
    point: 'Required with a default',
    reading: 'If the field is absent, the default applies, and a notice says so.',
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
    reading: 'A notice. Not reported in config, filters, sort, pairs and the map of metrics, which are open objects.',
  },
  {
    point: 'Fields that contradict each other',
    reading:
      'A notice, because each field alone follows the document. An error only if the document states a requirement.',
  },
  {
    point: 'Arguments that are not listed',
    reading: 'A notice for each. The options that SDKs take as the last argument are reported as SDK options.',
  },
];
