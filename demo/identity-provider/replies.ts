/** A response of the provider, before it is written to the socket. */
export interface HttpReply {
  readonly status: number;
  /** `null` sends no body; a string is sent as HTML. */
  readonly body: object | string | null;
}

export function replyWith(status: number, body: HttpReply['body'] = null): HttpReply {
  return { status, body };
}

function rejection(status: number, error: string, description?: string): HttpReply {
  return replyWith(status, description === undefined ? { error } : { error, error_description: description });
}

/** Rejects a refresh token that was issued through another URL of the same provider. */
export function otherIssuer(expected: string): HttpReply {
  return rejection(400, 'invalid_grant', `Invalid token issuer. Expected '${expected}'`);
}

/** Keycloak's rejections, word for word. */
export const rejections = {
  wrongCredentials: rejection(401, 'invalid_grant', 'Invalid user credentials'),
  disabled: rejection(400, 'invalid_grant', 'Account disabled'),
  notSetUp: rejection(400, 'invalid_grant', 'Account is not fully set up'),
  unknownClient: rejection(401, 'invalid_client', 'Invalid client or Invalid client credentials'),
  noDirectAccess: rejection(400, 'unauthorized_client', 'Client not allowed for direct access grants'),
  noGrantType: rejection(400, 'invalid_request', 'Missing form parameter: grant_type'),
  unsupportedGrant: rejection(400, 'unsupported_grant_type', 'Unsupported grant_type'),
  noUsername: rejection(401, 'invalid_request', 'Missing parameter: username'),
  noRefreshToken: rejection(400, 'invalid_request', 'No refresh token'),
  badRefreshToken: rejection(400, 'invalid_grant', 'Invalid refresh token'),
  otherClientsRefreshToken: rejection(
    400,
    'invalid_grant',
    "Invalid refresh token. Token client and authorized client don't match",
  ),
  refreshTokenOver: rejection(400, 'invalid_grant', 'Token is not active'),
  refreshTokenUsed: rejection(400, 'invalid_grant', 'Maximum allowed refresh token reuse exceeded'),
  sessionOver: rejection(400, 'invalid_grant', 'Session not active'),
  unknownRealm: rejection(404, 'Realm does not exist'),
  unknownPath: rejection(404, 'Unable to find matching target resource method'),
  wrongMethod: rejection(405, 'HTTP 405 Method Not Allowed'),
  /** For paths outside of the path prefix. */
  outside: replyWith(404, '<html><body><h1>Resource not found</h1></body></html>'),
  /** A log-out without a refresh token is one of a user, who must confirm it. */
  confirmLogout: replyWith(200, '<!DOCTYPE html><title>Sign in to sunbird-rc</title><h1>Logging out</h1>'),
} as const;
