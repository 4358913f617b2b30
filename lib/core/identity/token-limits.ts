import * as z from '#core/util/zod';

/** Servers reject longer headers: nginx, Apache and Tomcat accept 8 kB by default. */
export const LARGE_TOKEN_BYTES = 8 * 1024;
/**
 * No server in use accepts a header of this size.
 * Two such tokens in each of 40 sessions fit into memory storage.
 */
export const MAX_TOKEN_BYTES = 64 * 1024;
/** The scopes of a realm with hundreds of client scopes take some kilobytes. */
export const MAX_SCOPE_CHARACTERS = 16 * 1024;
/** Keycloak sends a UUID, newer versions send 24 characters. */
export const MAX_SESSION_STATE_CHARACTERS = 1024;
/** 100 years. Providers send 2^31 - 1 (68 years) for tokens that never expire. */
export const MAX_LIFETIME_SECONDS = 100 * 365.25 * 24 * 60 * 60;
/** Limit of user ids and passwords. Keycloak accepts 255 characters. */
export const MAX_CREDENTIAL_CHARACTERS = 4 * 1024;

/** Characters that an `Authorization` header can contain. With any other, the browser rejects all header rules. */
export const accessTokenSchema = z
  .string()
  .check(z.minLength(1), z.maxLength(MAX_TOKEN_BYTES), z.regex(/^[\x21-\x7e]*$/));

/** RFC 6749, appendix A.17. */
export const refreshTokenSchema = z
  .string()
  .check(z.minLength(1), z.maxLength(MAX_TOKEN_BYTES), z.regex(/^[\x20-\x7e]*$/));

/** Replaces each lone surrogate by U+FFFD, because UTF-8 cannot encode it. */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Whether a string has a lone surrogate. UTF-8 cannot encode it, so browsers send U+FFFD instead. */
export function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}
