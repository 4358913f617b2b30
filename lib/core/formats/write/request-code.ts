import type { TelemetryRecord } from '#core/journey/record';
import { type Json, stringAt } from '#core/json/json';
import { formatCurlCommand } from '#core/quoting/curl-command';
import { formatJavaScriptLiteral } from '#core/quoting/javascript-literal';
import { type WrittenBody, writeBody } from './write-body';
import { collectRequestsAtOnce } from './write-requests';

/** Language of the code that sends a request again. */
export type RequestFormat = 'curl' | 'fetch';

/**
 * Writes the last request that carried an event as code that sends the request again.
 * The body has all known events of the batch. Returns `null` if no request carried the event.
 */
export function formatRequestCode(
  format: RequestFormat,
  record: TelemetryRecord,
  all: readonly TelemetryRecord[],
  redact: (json: Json) => Json,
): string | null {
  const last = record.requests.at(-1);
  const sent = collectRequestsAtOnce([record], all).find(({ request }) => request.id === last?.id);
  if (!sent) return null;
  const { url, method } = sent.request;
  const redacted = redact({ url, method });
  const part = (name: string): string => stringAt(redacted, [name]) ?? '';
  return writers[format]({ url: part('url'), method: part('method'), ...writeBody(sent, redact) });
}

interface CodeParts extends WrittenBody {
  readonly url: string;
  readonly method: string;
}

/** Headers are not recorded. Collectors need this header to read the body. */
const CONTENT_TYPE = 'Content-Type';

const writers: Readonly<Record<RequestFormat, (parts: CodeParts) => string>> = {
  curl({ url, method, mimeType, text }) {
    return `${formatCurlCommand({ url, method, headers: [[CONTENT_TYPE, mimeType]], body: text })}\n`;
  },
  fetch({ url, method, mimeType, text }) {
    const options = [
      `method: ${formatJavaScriptLiteral(method)}`,
      `headers: ${formatJavaScriptLiteral({ [CONTENT_TYPE]: mimeType })}`,
      `body: ${formatJavaScriptLiteral(text)}`,
    ];
    return `await fetch(${formatJavaScriptLiteral(url)}, {\n  ${options.join(',\n  ')},\n});\n`;
  },
};
