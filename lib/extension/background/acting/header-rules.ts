import { registryUrlFilter } from '#core/identity/environment';
import { fail, type Result, succeed } from '#core/util/result';

/** A session rule of `declarativeNetRequest`. */
export interface HeaderRule {
  readonly id: number;
  readonly priority: number;
  readonly action: {
    readonly type: 'modifyHeaders';
    readonly requestHeaders: readonly {
      readonly header: 'authorization';
      readonly operation: 'set';
      readonly value: string;
    }[];
  };
  readonly condition: {
    readonly tabIds: readonly number[];
    readonly urlFilter: string;
    readonly isUrlFilterCaseSensitive: true;
    readonly resourceTypes: readonly string[];
    readonly initiatorDomains?: readonly string[];
    readonly requestMethods?: readonly string[];
  };
}

/** The requests of a tab that get a token. */
export interface RuleTarget {
  readonly tabId: number;
  /** Positive number that no other tab has at the same time. */
  readonly slot: number;
  /** Origin of the page that the tab showed when acting started. */
  readonly pageOrigin: string;
  /** Base URL of the registry, without a trailing slash. */
  readonly registryUrl: string;
  readonly accessToken: string;
}

/** Every type of resource that can carry the header; `webtransport` and others cannot. */
const RESOURCE_TYPES = ['main_frame', 'sub_frame', 'xmlhttprequest', 'script', 'image', 'media', 'object', 'other'];

export function ruleIdsOf({ slot }: Pick<RuleTarget, 'slot'>): readonly [byPages: number, byAddressBar: number] {
  return [slot * 2 - 1, slot * 2];
}

/**
 * Returns the rules of one tab, or `unsupported` for a registry URL that no filter can express.
 * The first rule covers requests from documents of the page and of the registry. The second rule covers a URL in the
 * address bar. Such a navigation has no initiator, so a navigation by another site looks the same. Therefore the rule
 * covers only GET, whose response another site cannot read, and exists only while the tab is known to show the page or
 * the registry.
 */
export function headerRulesFor(target: RuleTarget, isPageKnown: boolean): Result<readonly HeaderRule[], 'unsupported'> {
  const urlFilter = registryUrlFilter(target.registryUrl);
  if (urlFilter === null) return fail('unsupported');
  const { tabId, pageOrigin, registryUrl, accessToken } = target;
  const hosts = [...new Set([new URL(pageOrigin).hostname, new URL(registryUrl).hostname])];
  const common = { tabIds: [tabId], urlFilter, isUrlFilterCaseSensitive: true } as const;
  const [byPages, byAddressBar] = ruleIdsOf(target);
  const requestHeaders = [{ header: 'authorization', operation: 'set', value: `Bearer ${accessToken}` }] as const;
  const rule = (id: number, condition: HeaderRule['condition']): HeaderRule => ({
    id,
    priority: 1,
    action: { type: 'modifyHeaders', requestHeaders },
    condition,
  });
  const pageRule = rule(byPages, { ...common, resourceTypes: RESOURCE_TYPES, initiatorDomains: hosts });
  const addressBarRule = rule(byAddressBar, { ...common, resourceTypes: ['main_frame'], requestMethods: ['get'] });
  return succeed(isPageKnown ? [pageRule, addressBarRule] : [pageRule]);
}
