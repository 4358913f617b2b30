import type { IncomingMessage, ServerResponse } from 'node:http';

/** Allows pages of every origin to post, with any headers of their SDK (`x-app-id`, `datatype`, …). */
export function allowEveryOrigin(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  const headers = request.headers['access-control-request-headers'];
  if (headers === undefined) return;
  response.setHeader('Access-Control-Allow-Headers', headers);
  response.setHeader('Access-Control-Allow-Methods', 'POST');
}

export function isPreflight(request: IncomingMessage): boolean {
  return request.method === 'OPTIONS';
}
