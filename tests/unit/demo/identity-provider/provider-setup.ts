import { afterEach } from 'vitest';
import { type Environment, LOCAL_REGISTRY } from '#core/identity/environment';
import type { DemoEntity } from '#demo/identity-provider/entities';
import {
  type IdentityProvider,
  type IdentityProviderOptions,
  startIdentityProvider,
} from '#demo/identity-provider/identity-provider';

const runningProviders: IdentityProvider[] = [];

afterEach(async () => {
  for (const provider of runningProviders.splice(0)) await provider.stop();
});

/** Starts a provider that is stopped after the test. */
export async function startProvider(options?: IdentityProviderOptions): Promise<IdentityProvider> {
  const started = await startIdentityProvider(options);
  runningProviders.push(started);
  return started;
}

export function environmentAt({ url }: IdentityProvider, change: Partial<Environment> = {}): Environment {
  return { ...LOCAL_REGISTRY, authUrl: url, ...change };
}

/** Finds the first entity of the demo in a state. Throws if there is none. */
export function findEntity(state: DemoEntity['state'], { entities }: IdentityProvider): DemoEntity {
  const found = entities.find((entity) => entity.state === state);
  if (found === undefined) throw new Error(`The demo has no entity that is ${state}.`);
  return found;
}
