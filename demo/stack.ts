import type { Collector } from './collector/collector';
import { startCollector } from './collector/collector';
import type { IdentityProvider } from './identity-provider/identity-provider';
import { startIdentityProvider } from './identity-provider/identity-provider';
import type { Site } from './site/site';
import { startSite } from './site/site';

/** The local servers of the demo, each on a free port. */
export interface Stack {
  readonly provider: IdentityProvider;
  readonly collector: Collector;
  readonly site: Site;
  readonly stop: () => Promise<void>;
}

export async function startStack(): Promise<Stack> {
  const [provider, collector] = await Promise.all([startIdentityProvider(), startCollector()]);
  const site = await startSite({ collectorUrl: collector.url });
  const stop = async () => {
    await Promise.all([provider.stop(), collector.stop(), site.stop()]);
  };
  return { provider, collector, site, stop };
}

export interface TestEntity {
  readonly userId: string;
  readonly password: string;
}

/** Returns the entity that the demo logs in as: the first one that may log in. */
export function testEntity({ provider }: Stack): TestEntity {
  const entity = provider.entities.find(({ state }) => state === 'ready');
  if (!entity) throw new Error('The identity provider has no entity that may log in.');
  return entity;
}
