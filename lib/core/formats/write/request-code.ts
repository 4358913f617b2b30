import type { TelemetryRecord } from '#core/journey/record';
import { type Json, stringAt } from '#core/json/json';
import { formatCurlCommand } from '#core/quoting/curl-command';
import { formatJavaScriptLiteral } from '#core/quoting/javascript-literal';
import { requestsOf } from './write-requests';

/** As what code a request can be copied. */
export type RequestFormat = 'curl' | 'fetch';

/**
 * Writes the last request that carried an event as code that sends the request again.
 * The body has all known events of the batch. Returns `null` if the event was not sent.
 */
export function requestCode(
  format: RequestFormat,
  record: TelemetryRecord,
  all: readonly TelemetryRecord[],
  mask: (json: Json) => Json,
): string | null {
  const rests = requestsOf([record], all);
  let step = rests.next();
  while (!step.done) step = rests.next();
  const last = record.requests.at(-1);
  const sent = step.value.find(({ request }) => request.id === last?.id);
  if (!sent) return null;
  const { request, body } = sent;
  const masked = mask({ url: request.url, method: request.method, text: JSON.stringify(body) });
  const part = (name: string): string => stringAt(masked, [name]) ?? '';
  return writers[format]({ url: part('url'), method: part('method'), body: part('text') });
}

interface CodeParts {
  readonly url: string;
  readonly method: string;
  readonly body: string;
}

/** Headers are not recorded; without this one a collector would not read the body. */
const CONTENT_TYPE = ['Content-Type', 'application/json'] as const;

const writers: Readonly<Record<RequestFormat, (parts: CodeParts) => string>> = {
  curl: ({ url, method, body }) => `${formatCurlCommand({ url, method, headers: [CONTENT_TYPE], body })}\n`,
  fetch({ url, method, body }) {
    const options = [
      `method: ${formatJavaScriptLiteral(method)}`,
      `headers: ${formatJavaScriptLiteral(Object.fromEntries([CONTENT_TYPE]))}`,
      `body: ${formatJavaScriptLiteral(body)}`,
    ];
    return `await fetch(${formatJavaScriptLiteral(url)}, {\n  ${options.join(',\n  ')},\n});\n`;
  },
};
