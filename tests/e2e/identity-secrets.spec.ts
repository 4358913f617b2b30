import { expect } from '@playwright/test';
import { openPopup } from '../../demo/browser/popup';
import { ask, changeEnvironment, logIn } from '../../demo/browser/popup-driver';
import { exportEnvironments } from '../../lib/identity/environment-file';
import { logOutAll } from '../keycloak/log-in-fixtures';
import { storedTokens } from '../keycloak/stored-tokens';
import { environmentWith, logInAs, readyEntity, identityTest as test } from './identity-fixtures';

test('no token and no password in lasting storage, logs, DOM, page memory, exports or failures', async ({
  launched: { context, extensionId },
  provider,
  resources,
}) => {
  const said: string[] = [];
  context.on('console', (message) => said.push(message.text()));
  context.on('weberror', (problem) => said.push(String(problem.error().stack)));
  const tab = await context.newPage();
  await tab.goto(`${resources.url}/`);
  const popup = await openPopup(context, extensionId);
  await logOutAll(popup);
  popup.on('pageerror', (problem) => said.push(`${problem.stack}`));
  await changeEnvironment(popup, environmentWith(provider, resources));
  const [teacher, student] = [readyEntity(provider), readyEntity(provider, 1)];
  await logInAs(popup, teacher);
  await popup.getByLabel('Put its token on this tab’s registry requests').click();
  await popup.getByText('carry the token of').waitFor();
  await popup.getByRole('button', { name: `Refresh ${teacher.userId} now` }).click();
  await popup.getByText('has new tokens').waitFor();
  await popup.getByRole('button', { name: `Show the token of ${teacher.userId}` }).click();
  await popup.getByRole('region', { name: `Token of ${teacher.userId}` }).waitFor();
  said.push(await popup.content());
  await popup.getByRole('button', { name: 'Back to the test entities' }).click();
  await popup.getByRole('button', { name: 'Log in another entity' }).click();
  provider.misbehave('echo');
  await logIn(popup, student);
  await popup.getByRole('alert').getByText('Wrong user id or password').waitFor();
  provider.misbehave(null);
  const failed = { attemptId: 'x', environmentId: 'gone', userId: student.userId, password: student.password };
  said.push(JSON.stringify(await ask(popup, 'login', failed)));

  const tokens = (await storedTokens(popup)).flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken]);
  const state = await ask(popup, 'state', {});
  said.push(JSON.stringify(state), exportEnvironments(state.environments));
  said.push(await popup.evaluate('document.body.innerText + location.href + JSON.stringify(localStorage)'));
  said.push(await popup.evaluate('chrome.storage.local.get(null).then(JSON.stringify)'));
  said.push(await tab.evaluate(PAGE_MEMORY));
  expect(tokens).toHaveLength(2);
  for (const secret of [...tokens, teacher.password, student.password, 'eyJ'])
    expect(said.join('\n')).not.toContain(secret);
  await Promise.all([popup.close(), tab.close()]);
});

test('a page and a content script that ask for a token, or for anything else, are refused', async ({
  launched: { context, extensionId },
  provider,
  resources,
}) => {
  const tab = await context.newPage();
  await tab.goto(`${resources.url}/`);
  const popup = await openPopup(context, extensionId);
  await logOutAll(popup);
  await changeEnvironment(popup, environmentWith(provider, resources));
  await logInAs(popup, readyEntity(provider));
  const { sessions } = await ask(popup, 'state', {});
  const sessionId = sessions[0]?.id ?? '';
  const url = JSON.stringify(tab.url());
  const requests = ['token', 'claims', 'state', 'logout'].map((request) => ({
    type: 'identity',
    request,
    payload: request === 'state' ? {} : { sessionId },
  }));
  const call = { type: 'registry', call: { sessionId, method: 'GET', path: '/api/v1/Teacher', body: null } };
  const answers: unknown = await popup.evaluate(`(async () => {
    const [tab] = await chrome.tabs.query({ url: ${url} });
    const func = (messages) => Promise.all(messages.map((one) => chrome.runtime.sendMessage(one)));
    const ran = await chrome.scripting.executeScript({
      target: { tabId: tab.id }, func, args: [${JSON.stringify([...requests, call])}],
    });
    return ran[0].result;
  })()`);
  expect(answers).toEqual(Array(5).fill({ refused: true }));
  const storage: unknown = await popup.evaluate(`(async () => {
    const [tab] = await chrome.tabs.query({ url: ${url} });
    const func = () => Promise.all([chrome.storage.session, chrome.storage.local].map((area) =>
      Promise.resolve().then(() => area.get(null)).then(() => 'read', () => 'refused')));
    return (await chrome.scripting.executeScript({ target: { tabId: tab.id }, func }))[0].result;
  })()`);
  expect(storage).toEqual(['refused', 'refused']);
  expect(await tab.evaluate('typeof chrome.runtime?.sendMessage')).toBe('undefined');
  expect((await ask(popup, 'state', {})).sessions).toHaveLength(1);
  await Promise.all([popup.close(), tab.close()]);
});

/** Everything that the page can reach from its window, as text. */
const PAGE_MEMORY = `(() => {
  const seen = new Set();
  const texts = [document.documentElement.outerHTML];
  const look = (value, depth) => {
    if (typeof value === 'string') texts.push(value);
    if (typeof value !== 'object' || value === null || seen.has(value) || depth > 4) return;
    seen.add(value);
    for (const key of Object.getOwnPropertyNames(value)) {
      try { look(value[key], depth + 1); } catch {}
    }
  };
  look(window, 0);
  return texts.join('\\n');
})()`;
