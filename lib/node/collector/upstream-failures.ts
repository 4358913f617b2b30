import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Why the upstream did not respond, or why its response cannot be forwarded. */
export type UpstreamFailure =
  /** The upstream is the proxy itself. */
  'loop' | 'invalid-response' | SystemErrorCode;

/** A system or TLS error code of Node.js, such as `ECONNREFUSED`. */
type SystemErrorCode = Uppercase<string>;

const SENTENCES: Readonly<Partial<Record<UpstreamFailure, string>>> = {
  ECONNREFUSED: 'Connection refused. Start the server, or check the port.',
  ENOTFOUND: 'Host name not found. Check the URL.',
  EAI_AGAIN: 'DNS lookup failed. Check the network.',
  EHOSTUNREACH: 'Host unreachable. Check the network.',
  ENETUNREACH: 'Network unreachable. Check the network.',
  ECONNRESET: 'The server closed the connection before it responded.',
  ETIMEDOUT: 'Connection timed out.',
  HPE_HEADER_OVERFLOW: 'The response headers are too large.',
  loop: 'The URL of --upstream is this proxy itself. Set another URL.',
  'invalid-response': "The response isn't valid HTTP.",
};

/** Sends the error response if the upstream sent none. */
export function respondUpstreamFailure(response: ServerResponse, upstream: string, failure: UpstreamFailure): void {
  if (response.destroyed || response.headersSent) return;
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  response.writeHead(upstreamFailureStatus(failure), headers).end(`${upstreamFailureText(upstream, failure)}\n`);
}

/** Sends the error response on the socket of an upgrade. */
export function respondUpgradeFailure(socket: Duplex, upstream: string, failure: UpstreamFailure): void {
  if (!socket.writable) return;
  const text = `${upstreamFailureText(upstream, failure)}\n`;
  const length = Buffer.byteLength(text);
  const status = upstreamFailureStatus(failure);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${length}\r\n\r\n${text}`,
  );
}

/** Creates an error with a code, like those of Node.js. */
export function createSystemError(code: SystemErrorCode): Error {
  return Object.assign(new Error(code), { code });
}

/** Returns the code of a connection error. Errors without a code occur when a server closes the connection. */
export function systemErrorCode(error: unknown): SystemErrorCode {
  const { code } = error as { readonly code?: SystemErrorCode };
  return code ?? 'ECONNRESET';
}

function upstreamFailureText(upstream: string, failure: UpstreamFailure): string {
  // An expired certificate, or that of another host, stays invalid with any authority.
  const isUntrusted = /SELF_SIGNED|UNABLE_TO|UNTRUSTED/.test(failure);
  const hint = isUntrusted
    ? `Certificate not trusted (${failure}). Set NODE_EXTRA_CA_CERTS to the certificate of its authority.`
    : (SENTENCES[failure] ?? describeCode(failure));
  return `No response from the upstream ${upstream}. ${hint}`;
}

function describeCode(code: string): string {
  if (code.startsWith('HPE_')) return `The response isn't valid HTTP (${code}).`;
  const hint = /^(?:EPROTO$|ERR_SSL_)/.test(code) ? ' Check whether the URL is https or http.' : '';
  return `The connection failed (${code}).${hint}`;
}

function upstreamFailureStatus(failure: UpstreamFailure): number {
  if (failure === 'loop') return 508;
  return failure === 'ETIMEDOUT' ? 504 : 502;
}
