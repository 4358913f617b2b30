import type { RegistryReply } from './entries';

/** Ways in which a registry goes wrong, switched on by tests. */
export type RegistryFault =
  /** No response until the caller cancels or `release` is called. */
  | 'slow'
  /** 10 MiB of good JSON. */
  | 'enormous'
  /** A list that is long, but no longer than a registry's may be: 2 MiB. */
  | 'long'
  /** What a proxy says before a registry that has stopped. */
  | 'bad-gateway'
  /** Sends on to another address. */
  | 'redirect'
  /** Echoes the request in the response, with the token. */
  | 'echo';

const PAGE = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';

/** What comes instead of the good response. */
export function breakResponse(fault: RegistryFault | null, good: RegistryReply, authorization: string): RegistryReply {
  switch (fault) {
    case 'enormous':
      return { status: 200, body: listOf(10 * 1024 * 1024) };
    case 'long':
      return { status: 200, body: listOf(2 * 1024 * 1024) };
    case 'bad-gateway':
      return { status: 502, body: PAGE };
    case 'echo':
      return { status: 400, body: { params: { status: 'UNSUCCESSFUL', errmsg: `Bad request: ${authorization}` } } };
    case 'redirect':
      return { status: 307, body: null };
    default:
      return good;
  }
}

/** A list of entities that is at least so many bytes long as JSON. */
function listOf(bytes: number): readonly object[] {
  const one = { osid: '1-teacher-04', name: 'Water cycle, grade 4', notes: 'x'.repeat(1000) };
  return Array.from({ length: Math.ceil(bytes / JSON.stringify(one).length) }, (_, index) => ({ ...one, index }));
}
