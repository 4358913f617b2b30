import type { RegistryCall } from '#core/registry/registry-call';
import { i18n } from '#i18n';

/** An operation of a registry with its default path, which can be edited: section 4.2 leaves paths open. */
export interface Operation {
  readonly id: 'list' | 'retrieve' | 'search' | 'update' | 'attest';
  readonly label: string;
  readonly method: RegistryCall['method'];
  readonly template: string;
  /** JSON to begin with, or null if none is sent. */
  readonly body: string | null;
}

const json = (value: unknown) => JSON.stringify(value, null, 2);

export const registryOperations = (): readonly Operation[] => [
  { id: 'list', label: i18n.t('registry.list'), method: 'GET', template: '/api/v1/{Entity}', body: null },
  {
    id: 'retrieve',
    label: i18n.t('registry.retrieve'),
    method: 'GET',
    template: '/api/v1/{Entity}/{osid}',
    body: null,
  },
  {
    id: 'search',
    label: i18n.t('registry.search'),
    method: 'POST',
    template: '/api/v1/{Entity}/search',
    body: json({ filters: {}, limit: 10, offset: 0 }),
  },
  {
    id: 'update',
    label: i18n.t('registry.update'),
    method: 'PUT',
    template: '/api/v1/{Entity}/{osid}',
    body: json({}),
  },
  {
    id: 'attest',
    label: i18n.t('registry.attest'),
    method: 'POST',
    template: '/api/v1/{Entity}/claims/{claimId}/attest',
    body: json({ action: 'GRANT_CLAIM' }),
  },
];
