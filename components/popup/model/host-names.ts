import { i18n } from '#i18n';

/** Formats the hosts of one or two servers, such as the identity provider and the registry, without duplicates. */
export function formatHosts(hosts: Iterable<string>): string {
  const [first = '', last = first] = new Set(hosts);
  return first === last ? first : i18n.t('common.and', { first, last });
}
