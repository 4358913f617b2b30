import { type Message, message } from '#core/util/message';
import { type Environment, providerHost } from './environment';
import type { FailureMessage, FailureSetting, LoginFailure } from './failure';

type Rejection = Extract<LoginFailure, { reason: 'rejected' }>;

/** One row of what identity providers answer. Matched on `error` and its description: the status differs by version. */
interface RejectionRule {
  readonly error: RegExp;
  readonly detail?: RegExp;
  readonly title: Message;
  readonly advice: (environment: Environment) => Message;
}

/** First match counts. The errors are those of RFC 6749 section 5.2, the descriptions those of Keycloak 14 and later. */
const RULES: readonly RejectionRule[] = [
  {
    error: /^invalid_grant$/,
    detail: /not fully set up/i,
    title: message('identity.thisUserIsNotFully'),
    advice: () => message('identity.setAPermanentPasswordFor'),
  },
  {
    error: /^invalid_grant$/,
    detail: /disabled/i,
    title: message('identity.thisUserIsSwitchedOff'),
    advice: () => message('identity.enableTheUserInThe'),
  },
  {
    error: /^invalid_grant$/,
    detail: /not active|refresh token|stale|session/i,
    title: message('identity.theSessionHasEnded'),
    advice: () => message('identity.itsRefreshTokenIsNot'),
  },
  {
    error: /^invalid_grant$/,
    title: message('identity.wrongUserIdOrPassword'),
    advice: () => message('identity.compareTheUserIdWith'),
  },
  {
    error: /^unauthorized_client$/,
    detail: /direct access/i,
    title: message('identity.passwordLogInIsSwitched'),
    advice: ({ clientId }) => message('identity.switchOnDirectAccessGrants', { clientId }),
  },
  {
    error: /^(unauthorized_client|invalid_client)$/,
    detail: /secret/i,
    title: message('identity.thisClientWantsASecret'),
    advice: ({ clientId }) => message('identity.makeTheClientPublicIn', { clientId }),
  },
  {
    error: /^(unauthorized_client|invalid_client)$/,
    title: message('identity.unknownClient'),
    advice: ({ clientId, realm }) => message('identity.compareTheClientIdWith', { clientId, realm }),
  },
  {
    error: /^unsupported_grant_type$/,
    title: message('identity.passwordLogInIsNot'),
    advice: () => message('identity.thisProviderDoesNotKnow'),
  },
  {
    error: /^invalid_scope$/,
    title: message('identity.scopeRefused'),
    advice: ({ clientId }) => message('identity.lookAtTheClientScopes', { clientId }),
  },
  {
    error: /^invalid_request$/,
    detail: /https required/i,
    title: message('identity.httpsRequired'),
    advice: () => message('identity.changeTheAddressToHttps'),
  },
  {
    error: /^invalid_request$/,
    title: message('identity.incompleteRequest'),
    advice: () => message('identity.lookWhetherUserIdPassword'),
  },
  {
    error: /^access_denied$/,
    title: message('identity.accessDenied'),
    advice: ({ realm }) => message('identity.enableTheRealmInThe', { realm }),
  },
  {
    error: /realm does not exist/i,
    title: message('identity.unknownRealm'),
    advice: ({ realm, pathPrefix }) =>
      message('identity.compareTheRealmWithThe', {
        realm,
        pathPrefix: pathPrefix || message('identity.noPathPrefixHere'),
      }),
  },
];

export function messageForRejection(rejection: Rejection, { environment, userId }: FailureSetting): FailureMessage {
  const rule = RULES.find(
    ({ error, detail }) => error.test(rejection.error) && (detail?.test(rejection.detail) ?? true),
  );
  const refused = message('identity.refused', { name: environment.name, userId, rejection: saying(rejection) });
  if (rule !== undefined) return { title: rule.title, sentence: [refused, rule.advice(environment)] };
  return messageForStatus(rejection, environment, refused);
}

/** The short error alone where it is one of RFC 6749's; Keycloak's 404 puts a whole sentence there. */
function saying({ error, detail, status }: Rejection): string {
  return detail === '' || detail === 'Invalid user credentials' ? error || String(status) : `${error}: ${detail}`;
}

function messageForStatus({ status }: Rejection, environment: Environment, refused: Message): FailureMessage {
  const host = providerHost(environment);
  if (status === 404) {
    return {
      title: message('identity.noTokenEndpointThere'),
      sentence: message('identity.compareThePathPrefixAnd', {
        refused,
        pathPrefix: environment.pathPrefix || message('identity.noPathPrefix'),
        realm: environment.realm,
      }),
    };
  }
  if (status === 429 || status >= 500) {
    return {
      title: message('identity.isInTrouble', { host }),
      sentence: message('identity.itAnsweredWaitALittle', { refused, status }),
    };
  }
  return {
    title: message('identity.logInRefused'),
    sentence: message('identity.itAnsweredLookIntoThe2', { refused, status, host }),
  };
}
