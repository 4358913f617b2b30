import type { BrowserContext, Page } from 'playwright';
import { LOCAL_REGISTRY } from '#core/identity/environment';
import type { EnvironmentDraft } from '#core/identity/environment-draft';
import type { SessionSummary } from '#core/identity/session';
import { fail, succeed } from '#core/util/result';
import type { LoginProvider } from '#demo/identity-provider/login-provider';
import type { TestEntity } from '#demo/stack';
import type { IdentityPayload, IdentityRequestName, IdentityResponse } from '#extension/protocol/identity-protocol';
import { identityService } from '#extension/protocol/identity-protocol';
import { type RpcMethod, type RpcRequest, rpcResponseSchema } from '#extension/protocol/rpc';
import { t } from './texts';

/** Converts a provider to an environment of the extension, without a registry. */
export function toEnvironmentDraft({ url, pathPrefix, realm }: LoginProvider): EnvironmentDraft {
  return { ...LOCAL_REGISTRY, name: 'Demo registry', authUrl: url, pathPrefix, realm, registryUrl: '' };
}

/** Adds an environment to the extension and selects it, as the popup's form does. */
export async function addEnvironment(
  context: BrowserContext,
  extensionId: string,
  draft: EnvironmentDraft,
): Promise<void> {
  const page = await context.newPage();
  try {
    await page.goto(`chrome-extension://${extensionId}/popup.html`);
    await saveEnvironment(page, draft);
  } finally {
    await page.close();
  }
}

/** Adds an environment in an open popup, because opening another page would close the popup. */
export async function addEnvironmentInPopup(popup: Page, draft: EnvironmentDraft): Promise<void> {
  await saveEnvironment(popup, draft);
  await popup.reload();
}

async function saveEnvironment(page: Page, draft: EnvironmentDraft): Promise<void> {
  const result = await callIdentityService(page, 'saveEnvironment', { environmentId: null, draft });
  if (!result.ok) throw new Error(result.failure.problems.map(({ message }) => message).join(' '));
}

/** Fills in the popup's form and submits it. Doesn't wait for the log-in. */
export async function logIn(popup: Page, { userId, password }: TestEntity): Promise<void> {
  await popup.getByRole('textbox', { name: t('popup.userId') }).fill(userId);
  await popup.getByLabel(t('popup.password'), { exact: true }).fill(password);
  await popup.getByRole('button', { name: t('popup.logIn.button'), exact: true }).click();
}

/** Returns the session of an entity without tokens, as extension pages get it; null if there is none. */
export async function readSession(popup: Page, userId: string): Promise<SessionSummary | null> {
  const { sessions } = await callIdentityService(popup, 'state', {});
  return sessions.find((session) => session.userId === userId) ?? null;
}

/** Calls the identity service of the background, as extension pages do. */
export async function callIdentityService<Name extends IdentityRequestName>(
  page: Page,
  request: Name,
  payload: IdentityPayload<Name>,
): Promise<IdentityResponse<Name>> {
  const message: RpcRequest = { type: 'rpc', service: 'identity', method: request, input: payload };
  const output: unknown = await page.evaluate(`chrome.runtime.sendMessage(${JSON.stringify(message)})`);
  const response = rpcResponseSchema.parse(output);
  if (response.status === 'error') throw new Error(`The background responds to ${request} with ${response.code}.`);
  if (response.status === 'failed') return fail(response.failure) as IdentityResponse<Name>;
  const method: RpcMethod = identityService.methods[request];
  const value = method.output.parse(response.value);
  return (method.failure === undefined ? value : succeed(value)) as IdentityResponse<Name>;
}
