import type { Page } from 'playwright';
import type { EnvironmentDraft } from '#core/identity/environment-draft';
import type { DemoEntity } from '#demo/identity-provider/entities';
import type { LoginProvider } from '#demo/identity-provider/login-provider';
import type { ResourceServer } from '#demo/resource-server/resource-server';
import { logIn, toEnvironmentDraft } from '#tests/drivers/popup-driver';
import { t } from '#tests/drivers/texts';

/** The demo's provider and registry as one environment. */
export function environmentWith(provider: LoginProvider, resources: ResourceServer): EnvironmentDraft {
  return { ...toEnvironmentDraft(provider), registryUrl: resources.url };
}

export function readyEntity({ entities }: LoginProvider, index = 0): DemoEntity {
  const entity = entities.filter(({ state }) => state === 'ready')[index];
  if (entity === undefined) throw new Error('The provider has no such entity.');
  return entity;
}

/** Logs in and waits until the entity is in use. */
export async function logInAs(popup: Page, entity: DemoEntity): Promise<void> {
  await logIn(popup, entity);
  await popup.getByRole('article', { name: entity.userId, exact: true }).getByText(t('popup.inUse')).waitFor();
}
