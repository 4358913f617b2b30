import { i18n } from '#i18n';
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
    title: i18n.t('identity.thisUserIsNotFully'),
    advice: () => i18n.t('identity.setAPermanentPasswordFor'),
  },
  {
    error: /^invalid_grant$/,
    detail: /disabled/i,
    title: i18n.t('identity.thisUserIsSwitchedOff'),
    advice: () => i18n.t('identity.enableTheUserInThe'),
  },
  {
    error: /^invalid_grant$/,
    detail: /not active|refresh token|stale|session/i,
    title: i18n.t('identity.theSessionHasEnded'),
    advice: () => i18n.t('identity.itsRefreshTokenIsNot'),
  },
  {
    error: /^invalid_grant$/,
    title: i18n.t('identity.wrongUserIdOrPassword'),
    advice: () => i18n.t('identity.compareTheUserIdWith'),
  },
  {
    error: /^unauthorized_client$/,
    detail: /direct access/i,
    title: i18n.t('identity.passwordLogInIsSwitched'),
    advice: ({ clientId }) => i18n.t('identity.switchOnDirectAccessGrants', { clientId }),
  },
  {
    error: /^(unauthorized_client|invalid_client)$/,
    detail: /secret/i,
    title: i18n.t('identity.thisClientWantsASecret'),
    advice: ({ clientId }) => i18n.t('identity.makeTheClientPublicIn', { clientId }),
  },
  {
    error: /^(unauthorized_client|invalid_client)$/,
    title: i18n.t('identity.unknownClient'),
    advice: ({ clientId, realm }) => i18n.t('identity.compareTheClientIdWith', { clientId, realm }),
  },
  {
    error: /^unsupported_grant_type$/,
    title: i18n.t('identity.passwordLogInIsNot'),
    advice: () => i18n.t('identity.thisProviderDoesNotKnow'),
  },
  {
    error: /^invalid_scope$/,
    title: i18n.t('identity.scopeRefused'),
    advice: ({ clientId }) => i18n.t('identity.lookAtTheClientScopes', { clientId }),
  },
  {
    error: /^invalid_request$/,
    detail: /https required/i,
    title: i18n.t('identity.httpsRequired'),
    advice: () => i18n.t('identity.changeTheAddressToHttps'),
  },
  {
    error: /^invalid_request$/,
    title: i18n.t('identity.incompleteRequest'),
    advice: () => i18n.t('identity.lookWhetherUserIdPassword'),
  },
  {
    error: /^access_denied$/,
    title: i18n.t('identity.accessDenied'),
    advice: ({ realm }) => i18n.t('identity.enableTheRealmInThe', { realm }),
  },
  {
    error: /realm does not exist/i,
    title: i18n.t('identity.unknownRealm'),
    advice: ({ realm, pathPrefix }) =>
      i18n.t('identity.compareTheRealmWithThe', { realm, pathPrefix: pathPrefix || '(empty)' }),
  },
];

export function wordsForRejection(rejection: Rejection, { environment, userId }: FailureSetting): FailureWords {
  const rule = RULES.find(
    ({ error, detail }) => error.test(rejection.error) && (detail?.test(rejection.detail) ?? true),
  );
  const refused = i18n.t('identity.refused', { name: environment.name, userId, rejection: saying(rejection) });
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
      title: i18n.t('identity.noTokenEndpointThere'),
      sentence: i18n.t('identity.compareThePathPrefixAnd', {
        refused,
        pathPrefix: environment.pathPrefix || 'empty',
        realm: environment.realm,
      }),
    };
  }
  if (status === 429 || status >= 500) {
    return {
      title: i18n.t('identity.isInTrouble', { host }),
      sentence: i18n.t('identity.itAnsweredWaitALittle', { refused, status }),
    };
  }
  return {
    title: i18n.t('identity.logInRefused'),
    sentence: i18n.t('identity.itAnsweredLookIntoThe2', { refused, status, host }),
  };
}
