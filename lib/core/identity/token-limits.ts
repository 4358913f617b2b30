import * as z from '#core/util/zod';

/** Servers refuse longer headers: nginx, Apache and Tomcat take 8 kB by default. */
export const LARGE_TOKEN_BYTES = 8 * 1024;
/**
 * No server in use takes a header of this size.
 * Two such tokens in each of 40 sessions fit into memory storage.
 */
export const MAX_TOKEN_BYTES = 64 * 1024;
/** A realm with hundreds of client scopes has some kilobytes. */
export const MAX_SCOPE_CHARACTERS = 16 * 1024;
/** Keycloak sends a UUID, newer versions 24 characters. */
export const MAX_SESSION_STATE_CHARACTERS = 1024;
/** 100 years. Providers send 2^31 - 1 (68 years) for tokens that never expire. */
export const MAX_LIFETIME_SECONDS = 100 * 365.25 * 24 * 60 * 60;
/** User ids and passwords; Keycloak takes 255. */
export const MAX_CREDENTIAL_CHARACTERS = 4 * 1024;

/** Characters that an `Authorization` header can carry; any other makes the browser refuse every header rule. */
export const accessTokenSchema = z
  .string()
  .check(z.minLength(1), z.maxLength(MAX_TOKEN_BYTES), z.regex(/^[\x21-\x7e]*$/));

/** RFC 6749, appendix A.17. */
export const refreshTokenSchema = z
  .string()
  .check(z.minLength(1), z.maxLength(MAX_TOKEN_BYTES), z.regex(/^[\x20-\x7e]*$/));

/** The text as UTF-8 can hold it: U+FFFD in the place of each half of a surrogate pair. */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** A half of a surrogate pair: UTF-8 cannot encode it, and browsers send U+FFFD in its place. */
export function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}
