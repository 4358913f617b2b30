import type { RequestSender } from '#core/journey/record';
import { headerText, type RequestHeaders } from './cors';

/** Limit of each text that is stored of a request's headers, in UTF-16 units. */
const MAX_HEADER_CHARS = 1_000;

/** Who sent a request. What its headers say is apart from what its events say. */
export interface RequestSource extends RequestSender {
  /** Empty for requests of no run. */
  readonly run: string;
}

/** Returns the source as a record has it: without a run where there is none. */
export function toSender({ run, ...sender }: RequestSource): RequestSender {
  return run === '' ? sender : { run, ...sender };
}

const STAMPS = { did: 'x-device-id', channel: 'x-channel-id', pid: 'x-app-id' } as const;

/** Reads who sent a request. */
export function readRequestSource(run: string, address: string, headers: RequestHeaders): RequestSource {
  const text = (name: string): string => (headerText(headers, name) ?? '').slice(0, MAX_HEADER_CHARS);
  const stamped = Object.entries(STAMPS).flatMap(([name, header]) => {
    const value = text(header);
    return value === '' ? [] : [[name, value]];
  });
  const page = text('referer') || text('origin');
  return {
    run,
    address: address.replace(/^::ffff:/, ''),
    page: page === 'null' ? '' : page,
    userAgent: text('user-agent'),
    stamped: Object.fromEntries(stamped),
  };
}

const RUN_PATH = /^\/run\/([\w.~%-]{1,200})(?=[/?]|$)/;

/** Splits the name of a run off a path: `/run/NAME/v1/telemetry`. The name is empty for any other path. */
export function splitRun(path: string): { readonly run: string; readonly path: string } {
  const [start = '', name = ''] = RUN_PATH.exec(path) ?? [];
  const rest = path.slice(start.length);
  return { run: decodeName(name), path: rest.startsWith('/') ? rest : `/${rest}` };
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
