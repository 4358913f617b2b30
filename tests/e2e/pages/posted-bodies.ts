import type { Page } from 'playwright';
import { eventOf } from '../../unit/core/telemetry/sample-events';

/** Names that a script in the page can use. */
const PAGE_NAMES = `
  const event = {
    ...${JSON.stringify(eventOf('log', { type: 'api_call', level: 'INFO', message: 'm' }))},
    mid: 'LOG:' + crypto.getRandomValues(new Uint32Array(4)).join(''),
  };
  const batch = { id: 'api', ver: '3.0', params: { msgid: 'a' }, ets: 1, events: [event] };
  const text = JSON.stringify(batch);
  const field = encodeURIComponent(JSON.stringify(event));
  const pack = (format, body = text) => new Response(new Blob([body]).stream().pipeThrough(new CompressionStream(format)));
  const bytes = async (format, body) => new Uint8Array(await pack(format, body).arrayBuffer());
  const post = async (body, headers = {}) => (await fetch(url, { method: 'POST', body, headers })).status;
  const xhr = (body, isAsync = true) => new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', url, isAsync);
    request.onload = () => resolve(request.status);
    request.send(body);
  });
  const picked = async (body) => (await fetch(URL.createObjectURL(new Blob([body])))).blob();
`;

/** Runs an expression in the page that posts to the URL. Returns its value. */
export function runPost(page: Page, url: string, script: string): Promise<unknown> {
  return page.evaluate(`(async () => { const url = ${JSON.stringify(url)}; ${PAGE_NAMES} return (${script}); })()`);
}

/** Expressions that each post one event, and return the status of the response, or 200 for a queued beacon. */
export const TELEMETRY_POSTS: Readonly<Record<string, string>> = {
  'the batch of an SDK': 'await post(text)',
  'a batch of Obsrv': 'await post(JSON.stringify({ data: { id: "b", events: [event] } }))',
  'one event of Obsrv': 'await post(JSON.stringify({ data: { event } }))',
  'a list in data': 'await post(JSON.stringify({ data: [event] }))',
  'an event': 'await post(JSON.stringify(event))',
  'a list of events': 'await post(JSON.stringify([event]))',
  'a form as text': 'await post("app=x&event=" + field, { "content-type": "application/x-www-form-urlencoded" })',
  'a form as URLSearchParams': 'await post(new URLSearchParams({ event: JSON.stringify(event) }))',
  'a form as FormData': '(form => (form.append("event", JSON.stringify(event)), post(form)))(new FormData())',
  'a form with a Blob':
    '(form => (form.append("event", new Blob([JSON.stringify(event)]), "event.json"), post(form)))(new FormData())',
  'a Request of a Request':
    'await fetch(new Request(new Request(url), { method: "POST", body: text })).then((r) => r.status)',
  'a Request with a body, created again':
    'await fetch(new Request(new Request(url, { method: "POST", body: text }), { headers: {} })).then((r) => r.status)',
  'a copy of a Request': 'await fetch(new Request(url, { method: "POST", body: text }).clone()).then((r) => r.status)',
  'gzip under a header in capital letters': 'await post(await bytes("gzip"), { "CONTENT-ENCODING": "GZIP" })',
  'gzip without a header': 'await post(await bytes("gzip"))',
  deflate: 'await post(await bytes("deflate"), { "Content-Encoding": "deflate" })',
  'deflate without its wrapper': 'await post(await bytes("deflate-raw"), { "Content-Encoding": "deflate" })',
  'gzip in a Request':
    'await fetch(new Request(url, { method: "POST", body: await bytes("gzip") })).then((r) => r.status)',
  'a blob of a response': 'await post(await pack("gzip").blob())',
  'a sliced blob': 'await post((await pack("gzip").blob()).slice(0, undefined, "application/gzip"))',
  'a file': 'await post(new File([text], "batch.json"))',
  'a blob by XMLHttpRequest': 'await xhr(await picked(text))',
  'gzip by synchronous XMLHttpRequest': 'await xhr(await bytes("gzip"), false)',
  'a file by beacon': 'navigator.sendBeacon(url, new File([text], "batch.json")) && 200',
  'gzip in a file by beacon': 'navigator.sendBeacon(url, new File([await bytes("gzip")], "batch.gz")) && 200',
  'a blob of a blob by beacon': 'navigator.sendBeacon(url, new Blob([new Blob([text])])) && 200',
};

/** Expressions that post bodies that look like telemetry but aren't. */
export const OTHER_POSTS: Readonly<Record<string, string>> = {
  'course progress':
    'await post(JSON.stringify({ request: { contents: [], assessments: [{ attemptId: "a", events: [event] }] } }))',
  'an attempt of a course': 'await post(JSON.stringify({ attemptId: "a", events: [event] }))',
  'an employee': 'await post(JSON.stringify({ eid: "E-7", ver: 1 }))',
  'other compressed bytes': 'await post(await bytes("gzip", "hello"))',
  'another blob': 'await post(await picked("hello"))',
  'another blob by XMLHttpRequest': 'await xhr(await picked("hello"))',
};
