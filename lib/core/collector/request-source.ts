import type { RequestSender } from '#core/journey/record';
import { secretGuard } from '#core/stream/secret-guard';
import { headerText, type RequestHeaders } from './cors';

const MAX_HEADER_CHARS = 1_000;

/** The sender of a request, by its connection and headers, not by its events. */
export interface RequestSource extends RequestSender {
  /** Empty for requests of no run. */
  readonly run: string;
}

/** Returns the source in the form of a record: `run` is absent if there is none. */
export function toSender({ run, ...sender }: RequestSource): RequestSender {
  return run === '' ? sender : { run, ...sender };
}

const STAMP_HEADERS = { did: 'x-device-id', channel: 'x-channel-id', pid: 'x-app-id' } as const;

/** Reads the sender of a request from its run, IP address and headers. */
export function readRequestSource(run: string, address: string, headers: RequestHeaders): RequestSource {
  // Redacted before the truncation: the guard does not recognize half a token.
  const text = (name: string): string => secretGuard.redact(headerText(headers, name) ?? '').slice(0, MAX_HEADER_CHARS);
  const stamped = Object.entries(STAMP_HEADERS).flatMap(([name, header]) => {
    const value = text(header);
    return value === '' ? [] : [[name, value]];
  });
  // For an opaque origin, browsers send the text `null`.
  const page = text('referer') || text('origin');
  return {
    run,
    address: address.replace(/^::ffff:/, ''),
    page: page === 'null' ? '' : page,
    userAgent: text('user-agent'),
    stamped: Object.fromEntries(stamped),
  };
}

/** The limit is for encoded names: `encodeURIComponent` writes 9 characters for a Devanagari character. */
const RUN_PATH = /^\/run\/([^/?#]{1,2000})(?=[/?#]|$)/;

/**
 * Returns the path and query of a request's target.
 * The target may be a whole URL (RFC 9112, section 3.2.2).
 */
export function pathOfTarget(target: string): string {
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** Splits the run from a target such as `/run/NAME/v1/telemetry`. The run is empty for any other path. */
export function splitRun(target: string): { readonly run: string; readonly path: string } {
  const path = pathOfTarget(target);
  const [start = '', name = ''] = RUN_PATH.exec(path) ?? [];
  return { run: decodeName(name), path: pathOfTarget(path.slice(start.length)) };
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
