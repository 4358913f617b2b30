import type { RegistryCall } from '../messaging/registry';

/** One way to call a registry. The definition leaves paths open (section 4.2); these are the usual ones, and can be changed. */
export interface Operation {
  readonly id: 'list' | 'retrieve' | 'search' | 'update' | 'attest';
  readonly label: string;
  readonly method: RegistryCall['method'];
  readonly template: string;
  /** JSON to begin with; null where none is sent. */
  readonly body: string | null;
}

const json = (value: unknown) => JSON.stringify(value, null, 2);

export const OPERATIONS: readonly Operation[] = [
  { id: 'list', label: 'List', method: 'GET', template: '/api/v1/{Entity}', body: null },
  { id: 'retrieve', label: 'Retrieve', method: 'GET', template: '/api/v1/{Entity}/{osid}', body: null },
  {
    id: 'search',
    label: 'Search',
    method: 'POST',
    template: '/api/v1/{Entity}/search',
    body: json({ filters: {}, limit: 10, offset: 0 }),
  },
  { id: 'update', label: 'Update', method: 'PUT', template: '/api/v1/{Entity}/{osid}', body: json({}) },
  {
    id: 'attest',
    label: 'Attest',
    method: 'POST',
    template: '/api/v1/{Entity}/claims/{claimId}/attest',
    body: json({ action: 'GRANT_CLAIM' }),
  },
];
