import type { RegistryReply } from './entries';

/** Faults of a registry, which tests switch on. */
export type RegistryFault =
  /** No response before the caller cancels, or `release` is called. */
  | 'slow'
  /** 10 MiB of valid JSON. */
  | 'enormous'
  /** A long list of permitted length: 2 MiB. */
  | 'long'
  /** The response of a proxy in front of a stopped registry. */
  | 'bad-gateway'
  /** A redirect to another URL. */
  | 'redirect'
  /** Echoes the request in the response, with the token. */
  | 'echo';

const PAGE = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';

/** Returns the response with a fault, or the correct response without one. */
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

/** Returns a list of entities with at least this size as JSON. */
function listOf(bytes: number): readonly object[] {
  const entity = { osid: '1-teacher-04', name: 'Water cycle, grade 4', notes: 'x'.repeat(1000) };
  return Array.from({ length: Math.ceil(bytes / JSON.stringify(entity).length) }, (_, index) => ({ ...entity, index }));
}
