import { expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { LOCAL_REGISTRY } from '#core/identity/environment';
import type { FailureSetting, LoginFailure } from '#core/identity/failure';
import { explainFailure } from '#core/identity/failure-messages';
import { message } from '#core/util/message';

const attempt = { environment: LOCAL_REGISTRY, userId: 'teacher-05' };
const rejection = (status: number, error: string, description = ''): LoginFailure => ({
  reason: 'rejected',
  status,
  error,
  description,
});

function textsOf(failure: LoginFailure, setting: FailureSetting = attempt) {
  const { title, text } = explainFailure(failure, setting);
  return { title: messageText(title), text: messageText(text) };
}

it.each([
  [401, 'invalid_grant', 'Invalid user credentials', 'Wrong user ID or password', /Compare the user ID with/],
  [400, 'invalid_grant', 'Invalid user credentials', 'Wrong user ID or password', /the registry’s compose file/],
  [400, 'invalid_grant', 'Account is not fully set up', 'Account not fully set up', /set a permanent password/],
  [400, 'invalid_grant', 'Account disabled', 'Account disabled', /Enable the user/],
  [400, 'invalid_grant', 'Token is not active', 'Log-in session expired', /Log in again/],
  [400, 'invalid_grant', 'Session not active', 'Log-in session expired', /Log in again/],
  [400, 'invalid_grant', 'Invalid refresh token', 'Log-in session expired', /Log in again/],
  [
    400,
    'unauthorized_client',
    'Client not allowed for direct access grants',
    'Password log-in disabled',
    /Enable Direct Access Grants for client registry-frontend/,
  ],
  [401, 'invalid_client', 'Invalid client or Invalid client credentials', 'Unknown client', /registry-frontend/],
  [400, 'invalid_client', 'Invalid client credentials', 'Unknown client', /realm sunbird-rc/],
  [401, 'unauthorized_client', 'Client secret not provided in request', 'Client requires a secret', /public/],
  [401, 'unauthorized_client', 'Invalid client or Invalid client credentials', 'Client requires a secret', /public/],
  [400, 'unsupported_grant_type', 'Unsupported grant_type', 'Password log-in not supported', /Check its URL/],
  [400, 'invalid_scope', 'Invalid scopes: x', 'Scope rejected', /client scopes/],
  [400, 'invalid_request', 'Missing form parameter: grant_type', 'Incomplete request', /filled in/],
  [403, 'invalid_request', 'HTTPS required', 'HTTPS required', /https:\/\//],
  [403, 'access_denied', 'Realm not enabled', 'Access denied', /Enable realm sunbird-rc/],
  [403, 'access_denied', 'Client IP address blocked', 'Access denied', /access_denied: Client IP address blocked.*Ask/],
  [404, 'Realm does not exist', '', 'Unknown realm', /path prefix \/auth/],
  [404, 'HTTP 404 Not Found', '', 'No token endpoint', /path prefix \(\/auth\)/],
  [503, 'unknown_error', '', 'localhost:8080 returned a server error', /try again/],
  [418, 'teapot', 'Short and stout', 'Log-in rejected', /teapot: Short and stout/],
])(
  'explainFailure matches a rejection by its error, not by its status: %i %s "%s" has the title %s',
  (status, error, description, title, text) => {
    const texts = textsOf(rejection(status, error, description));
    expect(texts.title).toBe(title);
    expect(texts.text).toMatch(text);
  },
);

it.each([
  ['', 'Log-in session expired', /Log in again/],
  ['Account disabled', 'Account disabled', /Enable the user/],
])('a refresh that is rejected with the description "%s" is not about a password', (description, title, text) => {
  const texts = textsOf(rejection(400, 'invalid_grant', description), { ...attempt, isRefresh: true });
  expect(texts.title).toBe(title);
  expect(texts.text).toMatch(text);
});

it('the message about a rejection names the environment, the user and the error', () => {
  const { text } = textsOf(rejection(401, 'invalid_grant', 'Invalid user credentials'));
  expect(text).toMatch(/^Local registry rejected teacher-05 \(invalid_grant\)\. /);
});

it.each<[LoginFailure, string, RegExp]>([
  [{ reason: 'unreachable', detail: 'localhost:8080' }, 'localhost:8080 not reachable', /Start the identity provider/],
  [{ reason: 'timeout', seconds: 15 }, 'localhost:8080 timed out', /within 15 s\./],
  [
    { reason: 'no-permission', detail: 'localhost:8080' },
    'No access to localhost:8080',
    /allow access to localhost:8080/,
  ],
  [{ reason: 'not-bearer', tokenType: 'mac' }, 'Wrong token type', /type “mac” instead of Bearer/],
  [
    { reason: 'rate-limited', seconds: 30, detail: 'Response: “Too Many Requests”' },
    'Too many requests',
    /429\. Wait 30 s, then try again\. Response: “Too Many Requests”$/,
  ],
  [{ reason: 'rate-limited', seconds: null, detail: '' }, 'Too many requests', /Wait a minute, then try again/],
  [
    { reason: 'unreadable-response', status: 403, detail: 'The response is an HTML page: “Attention Required!”' },
    'localhost:8080 blocked the request',
    /A proxy or firewall .* 403.*Attention Required!/,
  ],
  [
    { reason: 'unreadable-response', status: 0, detail: message('identity.response.redirected') },
    'localhost:8080 redirects',
    /Enter the target URL\..*Try https:\/\/localhost:8080\./,
  ],
  [{ reason: 'no-refresh-token' }, 'No refresh token', /“Use refresh tokens” for client registry-frontend/],
  [{ reason: 'cancelled' }, 'Log-in cancelled', /Nothing was stored/],
  [{ reason: 'expired' }, 'Log-in session expired', /teacher-05 expired\. Log in again/],
  [{ reason: 'gone', item: 'session' }, 'Log-in session not found', /Log in again/],
  [{ reason: 'gone', item: 'environment' }, 'Environment not found', /Select another/],
  [
    {
      reason: 'unreadable-response',
      status: 200,
      detail: [message('identity.response.missing', { name: 'refresh_token' })],
    },
    'Invalid response',
    /refresh_token is missing\.$/,
  ],
  [
    { reason: 'unreadable-response', status: 502, detail: 'The response is an HTML page: “502 Bad Gateway”' },
    'localhost:8080 returned a server error',
    /^Status 502\..*“502 Bad Gateway”/,
  ],
  [
    { reason: 'unreadable-response', status: 404, detail: 'The response is an HTML page.' },
    'No token endpoint',
    /openid-connect\/token responded with 404/,
  ],
])('the message about any other failure names the problem and its fix: %o', (failure, title, text) => {
  const texts = textsOf(failure);
  expect(texts.title).toBe(title);
  expect(texts.text).toMatch(text);
});
