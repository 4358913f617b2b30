/** A response of the provider, before it is written to the socket. */
export interface HttpReply {
  readonly status: number;
  /** `null` sends no body; a string is sent as HTML. */
  readonly body: object | string | null;
}

export function replyWith(status: number, body: HttpReply['body'] = null): HttpReply {
  return { status, body };
}

function refusal(status: number, error: string, description?: string): HttpReply {
  return replyWith(status, description === undefined ? { error } : { error, error_description: description });
}

/** Refuses a refresh token that was issued through another URL of the same provider. */
export function otherIssuer(expected: string): HttpReply {
  return refusal(400, 'invalid_grant', `Invalid token issuer. Expected '${expected}'`);
}

/** Keycloak's refusals, word for word. */
export const refusals = {
  wrongCredentials: refusal(401, 'invalid_grant', 'Invalid user credentials'),
  disabled: refusal(400, 'invalid_grant', 'Account disabled'),
  notSetUp: refusal(400, 'invalid_grant', 'Account is not fully set up'),
  unknownClient: refusal(401, 'invalid_client', 'Invalid client or Invalid client credentials'),
  noDirectAccess: refusal(400, 'unauthorized_client', 'Client not allowed for direct access grants'),
  noGrantType: refusal(400, 'invalid_request', 'Missing form parameter: grant_type'),
  unsupportedGrant: refusal(400, 'unsupported_grant_type', 'Unsupported grant_type'),
  noUsername: refusal(401, 'invalid_request', 'Missing parameter: username'),
  noRefreshToken: refusal(400, 'invalid_request', 'No refresh token'),
  badRefreshToken: refusal(400, 'invalid_grant', 'Invalid refresh token'),
  otherClientsRefreshToken: refusal(
    400,
    'invalid_grant',
    "Invalid refresh token. Token client and authorized client don't match",
  ),
  refreshTokenOver: refusal(400, 'invalid_grant', 'Token is not active'),
  refreshTokenUsed: refusal(400, 'invalid_grant', 'Maximum allowed refresh token reuse exceeded'),
  sessionOver: refusal(400, 'invalid_grant', 'Session not active'),
  unknownRealm: refusal(404, 'Realm does not exist'),
  unknownPath: refusal(404, 'Unable to find matching target resource method'),
  wrongMethod: refusal(405, 'HTTP 405 Method Not Allowed'),
  /** For paths outside of the path prefix. */
  outside: replyWith(404, '<html><body><h1>Resource not found</h1></body></html>'),
  /** A log-out without a refresh token is one of a user, who must confirm it. */
  confirmLogout: replyWith(200, '<!DOCTYPE html><title>Sign in to sunbird-rc</title><h1>Logging out</h1>'),
} as const;
