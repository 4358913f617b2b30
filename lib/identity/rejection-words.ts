import { type Environment, providerHost } from './environment';
import type { FailureSetting, FailureWords, LoginFailure } from './failure';

type Rejection = Extract<LoginFailure, { reason: 'rejected' }>;

/** One row of what identity providers answer. Matched on `error` and its description: the status differs by version. */
interface RejectionRule {
  readonly error: RegExp;
  readonly detail?: RegExp;
  readonly title: string;
  readonly advice: (environment: Environment) => string;
}

/** First match counts. The errors are those of RFC 6749 section 5.2, the descriptions those of Keycloak 14 and later. */
const RULES: readonly RejectionRule[] = [
  {
    error: /^invalid_grant$/,
    detail: /not fully set up/i,
    title: 'This user is not fully set up',
    advice: () =>
      'Set a permanent password for this user in the admin console (a registry’s default may be temporary) and clear its required actions. Keycloak 24 and later also want an email, a first and a last name.',
  },
  {
    error: /^invalid_grant$/,
    detail: /disabled/i,
    title: 'This user is switched off',
    advice: () => 'Enable the user in the admin console, or log in as another entity.',
  },
  {
    error: /^invalid_grant$/,
    detail: /not active|refresh token|stale|session/i,
    title: 'The session has ended',
    advice: () => 'Its refresh token is not valid any more. Log in again.',
  },
  {
    error: /^invalid_grant$/,
    title: 'Wrong user id or password',
    advice: () =>
      'Compare the user id with the value that the entity holds at the userId path of its schema, and the password with the one in the registry’s compose file.',
  },
  {
    error: /^unauthorized_client$/,
    detail: /direct access/i,
    title: 'Password log-in is switched off',
    advice: ({ clientId }) => `Switch on Direct Access Grants for the client ${clientId} in the admin console.`,
  },
  {
    error: /^(unauthorized_client|invalid_client)$/,
    detail: /secret/i,
    title: 'This client wants a secret',
    advice: ({ clientId }) => `Make the client ${clientId} public in the admin console, or choose another client id.`,
  },
  {
    error: /^(unauthorized_client|invalid_client)$/,
    title: 'Unknown client',
    advice: ({ clientId, realm }) =>
      `Compare the client id ${clientId} with the clients of the realm ${realm}; a registry’s is usually registry-frontend.`,
  },
  {
    error: /^unsupported_grant_type$/,
    title: 'Password log-in is not supported',
    advice: () => 'This provider does not know the grant. Compare the address with the identity provider’s.',
  },
  {
    error: /^invalid_scope$/,
    title: 'Scope refused',
    advice: ({ clientId }) => `Look at the client scopes of ${clientId} in the admin console.`,
  },
  {
    error: /^invalid_request$/,
    detail: /https required/i,
    title: 'HTTPS required',
    advice: () =>
      'Change the address to https://, or set the realm’s Require SSL to “external requests” or “none” in the admin console.',
  },
  {
    error: /^invalid_request$/,
    title: 'Incomplete request',
    advice: () => 'Look whether user id, password and client id are filled in.',
  },
  {
    error: /^access_denied$/,
    title: 'Access denied',
    advice: ({ realm }) => `Enable the realm ${realm} in the admin console, or choose another realm.`,
  },
  {
    error: /realm does not exist/i,
    title: 'Unknown realm',
    advice: ({ realm, pathPrefix }) =>
      `Compare the realm ${realm} with the top of the realm export, and look whether the path prefix ${pathPrefix || '(empty)'} is right.`,
  },
];

export function wordsForRejection(rejection: Rejection, { environment, userId }: FailureSetting): FailureWords {
  const rule = RULES.find(
    ({ error, detail }) => error.test(rejection.error) && (detail?.test(rejection.detail) ?? true),
  );
  const refused = `${environment.name} refused ${userId} (${saying(rejection)}).`;
  if (rule !== undefined) return { title: rule.title, sentence: `${refused} ${rule.advice(environment)}` };
  return wordsForStatus(rejection, environment, refused);
}

/** The short error alone where it is one of RFC 6749's; Keycloak's 404 puts a whole sentence there. */
function saying({ error, detail, status }: Rejection): string {
  return detail === '' || detail === 'Invalid user credentials' ? error || String(status) : `${error}: ${detail}`;
}

function wordsForStatus({ status }: Rejection, environment: Environment, refused: string): FailureWords {
  const host = providerHost(environment);
  if (status === 404) {
    return {
      title: 'No token endpoint there',
      sentence: `${refused} Compare the path prefix (${environment.pathPrefix || 'empty'}) and the realm ${environment.realm} with the identity provider’s.`,
    };
  }
  if (status === 429 || status >= 500) {
    return {
      title: `${host} is in trouble`,
      sentence: `${refused} It answered ${status}. Wait a little, look into its log, then try again.`,
    };
  }
  return { title: 'Log-in refused', sentence: `${refused} It answered ${status}. Look into the log of ${host}.` };
}
