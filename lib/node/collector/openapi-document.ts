const text = (description: string) => ({ schema: { type: 'string' }, description });
const number = (description: string) => ({ schema: { type: 'integer' }, description });

const parameters = {
  filter: text('In the filter language of the panel: is:invalid pageid:home'),
  run: text('Only events of this run, whose base URL is /run/NAME'),
  after: number('Only events of later rows'),
  position: text('The position of the part before. Default: the start'),
  through: number('Only events up to this row. Default: the last'),
  limit: number('How many events are listed, from 1 to 10,000. Default: 100'),
  count: number('How many events are waited for. Default: 1'),
  timeout: text('How long is waited, as 5s or 500ms, up to 10 minutes. Default: 5s'),
} as const;

type Parameter = keyof typeof parameters;

const FORBIDDEN = 'The request comes from another origin or host: { error }';

const operation = (summary: string, names: readonly Parameter[], responses: Readonly<Record<string, string>>) => ({
  summary,
  parameters: names.map((name) => ({ name, in: 'query', required: false, ...parameters[name] })),
  responses: Object.fromEntries(
    Object.entries({ ...responses, 403: FORBIDDEN }).map(([status, description]) => [status, { description }]),
  ),
});

const wrong = { 400: 'A parameter is wrong: { error }' };
const selection = ['filter', 'run', 'after'] as const;
const report = (name: string) => operation(`The findings as ${name}`, selection, { 200: 'The report', ...wrong });

const paths = {
  '/api/events': {
    get: operation('Lists events', [...selection, 'limit'], {
      200: '{ events, next, last }. Each event is a line of validate, and its event. next is after of the next page, or null',
      ...wrong,
    }),
  },
  '/api/counts': {
    get: operation('Counts events', selection, {
      200: '{ events, verdicts, severities, kinds, requests, evicted, refused, last }',
      ...wrong,
    }),
  },
  '/api/sessions': {
    get: operation('Lists user sessions as the workflow summary counts them, and what the audit finds', selection, {
      200: '{ sessions, findings }. Both name the rows of their events. The first row of a finding is that which it is about',
      ...wrong,
    }),
  },
  '/api/wait': {
    get: operation('Waits until the filter has matched so often', [...selection, 'count', 'timeout'], {
      200: '{ matched, events }',
      404: 'The time is over: { error, matched, expected, events, nearest }. nearest.differs lists the terms that the nearest event does not meet',
      ...wrong,
    }),
  },
  '/api/changes': {
    get: operation('Lists what has changed since a position, for pages that show it live', ['position'], {
      200: '{ position, isReset, removedThrough, behind, records }. position leads to the next part',
      ...wrong,
    }),
  },
  '/api/stream': {
    get: operation('Server-Sent Events: the newest position, whenever something changes', [], {
      200: 'The stream',
      429: 'Too many streams are open: { error }',
    }),
  },
  '/api/clear': {
    post: operation('Removes all events, or those of a run', ['run', 'through'], {
      200: '{ cleared, last }',
      ...wrong,
    }),
  },
  '/api/capture': {
    get: operation('The events as a capture file of the panel', selection, { 200: 'The file', ...wrong }),
  },
  '/api/report.html': { get: report('HTML') },
  '/api/report.xml': { get: report('JUnit XML') },
  '/api/report.sarif': { get: report('SARIF') },
  '/api/report.md': { get: report('Markdown') },
  '/api/report.json': { get: report('JSON') },
  '/api/health': {
    get: operation('Says that the collector runs', [], { 200: '{ status, version, collector, … }' }),
  },
  '/api/openapi.json': { get: operation('This description', [], { 200: 'OpenAPI 3.1' }) },
};

/** Describes the REST interface in OpenAPI 3.1. */
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
  const { parameters, responses } = operations[path]?.[method.toLowerCase()] ?? { parameters: [], responses: {} };
  if (!Object.hasOwn(responses, 400)) return null;
  const known = parameters.map((parameter) => parameter.name);
  // The token was checked before.
  const wrong = [...params.keys()].find(
    (key, index, all) => key !== 'token' && (!known.some((each) => each === key) || all.indexOf(key) < index),
  );
  if (wrong === undefined) return null;
  return `The parameter ${JSON.stringify(wrong)} is unknown or repeated. ${path} has ${known.join(', ')}.`;
}
