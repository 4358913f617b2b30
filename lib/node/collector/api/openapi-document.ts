const textParameter = (description: string) => ({ schema: { type: 'string' }, description });
const numberParameter = (description: string) => ({ schema: { type: 'integer' }, description });

const parameters = {
  filter: textParameter("A filter in the panel's filter language: is:invalid pageid:home"),
  run: textParameter('Only events of the run NAME, which were sent to the base URL /run/NAME'),
  after: numberParameter('Only events with a row number greater than this'),
  position: textParameter('The position from the previous response. Default: the start'),
  through: numberParameter('Only events up to and including this row. Default: the last row'),
  limit: numberParameter('Maximum number of events, from 1 to 10,000. Default: 100'),
  count: numberParameter('Number of matching events to wait for. Default: 1'),
  timeout: textParameter('Maximum time to wait, such as 5s or 500ms, up to 10 minutes. Default: 5s'),
} as const;

type Parameter = keyof typeof parameters;

const FORBIDDEN = 'The origin or the Host header of the request is not allowed: { error }';

const operation = (summary: string, names: readonly Parameter[], responses: Readonly<Record<string, string>>) => ({
  summary,
  parameters: names.map((name) => ({ name, in: 'query', required: false, ...parameters[name] })),
  responses: Object.fromEntries(
    Object.entries({ ...responses, 403: FORBIDDEN }).map(([status, description]) => [status, { description }]),
  ),
});

const invalidParameter = { 400: 'A parameter is invalid: { error }' };
const selection = ['filter', 'run', 'after'] as const;
const report = (name: string) =>
  operation(`Returns the findings as ${name}`, selection, { 200: 'The report', ...invalidParameter });

const paths = {
  '/api/events': {
    get: operation('Lists events', [...selection, 'limit'], {
      200: '{ events, next, last }. Each item has the fields of a JSON line of validate, and event. For the next page, pass next as after. next is null on the last page',
      ...invalidParameter,
    }),
  },
  '/api/counts': {
    get: operation('Counts events', selection, {
      200: '{ events, verdicts, severities, kinds, requests, evicted, rejected, last }',
      ...invalidParameter,
    }),
  },
  '/api/sessions': {
    get: operation(
      "Lists user sessions like the pipeline's workflow summary, and the findings of the audit",
      selection,
      {
        200: '{ sessions, findings }. Both list the rows of their events. The first row of a finding is the event with the problem',
        ...invalidParameter,
      },
    ),
  },
  '/api/wait': {
    get: operation('Waits until the filter has matched count events', [...selection, 'count', 'timeout'], {
      200: '{ matched, events }',
      404: 'Timeout: { error, matched, expected, events, nearest }. nearest.differs lists the filter terms that the nearest event does not match',
      ...invalidParameter,
    }),
  },
  '/api/changes': {
    get: operation('Lists the changes since a position, for live pages', ['position'], {
      200: '{ position, isReset, removedThrough, behind, records }. Pass position in the next request',
      ...invalidParameter,
    }),
  },
  '/api/stream': {
    get: operation('Streams the newest position on every change, as Server-Sent Events', [], {
      200: 'The stream',
      429: 'Too many streams are open: { error }',
    }),
  },
  '/api/clear': {
    post: operation('Removes all events, those of a run, or those up to a row', ['run', 'through'], {
      200: '{ cleared, last }',
      ...invalidParameter,
    }),
  },
  '/api/capture': {
    get: operation('Returns the events as a capture file of the panel', selection, {
      200: 'The file',
      ...invalidParameter,
    }),
  },
  '/api/report.html': { get: report('HTML') },
  '/api/report.xml': { get: report('JUnit XML') },
  '/api/report.sarif': { get: report('SARIF') },
  '/api/report.md': { get: report('Markdown') },
  '/api/report.json': { get: report('JSON') },
  '/api/health': {
    get: operation('Returns the status of the collector', [], { 200: '{ status, version, collector, … }' }),
  },
  '/api/openapi.json': { get: operation('Returns this description', [], { 200: 'OpenAPI 3.1' }) },
};

export function openApiDocument(version: string) {
  const description = 'The events that a local collector received.';
  return { openapi: '3.1.0', info: { title: 'telemetry-v3 serve', version, description }, paths };
}

type Operations = Readonly<Record<string, Readonly<Record<string, ReturnType<typeof operation>>>>>;

/**
 * Returns why a parameter of a request is wrong, as a sentence, or `null` if all are documented.
 * With a misspelled `filter`, a test would pass or wait for any event.
 *
 * @param name method and path of the request
 */
export function findParameterProblem(name: string, params: URLSearchParams): string | null {
  const [method = '', path = ''] = name.split(' ');
  const operations: Operations = paths;
  const documentedParameters = operations[path]?.[method.toLowerCase()]?.parameters ?? [];
  const knownNames: readonly string[] = documentedParameters.map((parameter) => parameter.name);
  if (knownNames.length === 0) return null;
  // The token was checked before.
  const names = [...params.keys()].filter((key) => key !== 'token');
  const wrongName = names.find((key, index) => !knownNames.includes(key) || names.indexOf(key) < index);
  if (wrongName === undefined) return null;
  return `The parameter ${JSON.stringify(wrongName)} is unknown or repeated. ${path} accepts ${knownNames.join(', ')}.`;
}
