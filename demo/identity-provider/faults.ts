import type { ServerResponse } from 'node:http';
import { type HttpReply, replyWith } from './replies';

/** Faults of a provider, which tests switch on. */
export type Fault =
  /** The response with another type of token. */
  | 'mac'
  /** No response before the caller cancels, or `release` is called. */
  | 'slow'
  /** Status 200 with an HTML page, like a proxy's log-in form. */
  | 'html'
  | 'error-500'
  | 'bad-gateway'
  /** The response without `refresh_token` and with `expires_in` as text. */
  | 'missing-fields'
  /** The response without another refresh token, which RFC 6749 allows for a refresh (section 6). */
  | 'no-rotation'
  /** 10 MiB of JSON. */
  | 'enormous'
  /** An error response that repeats the whole request. */
  | 'echo'
  /** A redirect to another URL that preserves the body (307). */
  | 'redirect';

const PAGE = '<!doctype html><title>Sign in to continue</title><h1>Sign in</h1>';
const BAD_GATEWAY = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';

/** Returns a response that replaces the handling of the request; `null` if the fault does not. */
export function breakResponseBody(fault: Fault | null, requestBody: string): HttpReply | null {
  switch (fault) {
    case 'html':
      return replyWith(200, PAGE);
    case 'error-500':
      return replyWith(500, { error: 'unknown_error' });
    case 'bad-gateway':
      return replyWith(502, BAD_GATEWAY);
    case 'redirect':
      return replyWith(307);
    case 'echo':
      return replyWith(400, { error: 'invalid_grant', error_description: `Cannot handle ${requestBody}` });
    default:
      return null;
  }
}

/** Returns the correct response with a fault in it. */
export function breakResponse(fault: Fault | null, good: HttpReply): HttpReply {
  switch (fault) {
    case 'mac':
      return replyWith(good.status, { ...bodyOf(good), token_type: 'mac' });
    case 'missing-fields':
      return replyWith(good.status, { ...bodyOf(good), refresh_token: undefined, expires_in: '300' });
    case 'no-rotation':
      return replyWith(good.status, { ...bodyOf(good), refresh_token: undefined, refresh_expires_in: undefined });
    case 'enormous':
      return replyWith(good.status, { ...bodyOf(good), scope: 'x'.repeat(10 * 1024 * 1024) });
    default:
      return good;
  }
}

function bodyOf({ body }: HttpReply): object {
  return typeof body === 'object' && body !== null ? body : {};
}

/** Writes a response without CORS headers, because a registry's client has no web origins. */
export function send(
  response: ServerResponse,
  { status, body }: HttpReply,
  headers: Record<string, string> = {},
): void {
  if (body === null) {
    response.writeHead(status, headers).end();
    return;
  }
  const isPage = typeof body === 'string';
  const type = isPage ? 'text/html;charset=utf-8' : 'application/json';
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers });
  response.end(isPage ? body : JSON.stringify(body));
}
