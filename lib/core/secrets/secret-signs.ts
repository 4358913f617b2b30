const SERVICE_PREFIXES =
  'gh[pousr]|github_pat|gl(?:pat|ptt|dt|rt|soat|ft|cbt|imt|agent)|xapp|GOCSPX|[sr]k|npm|pypi|do[opr]|shp(?:at|ss)|sq0(?:atp|csp)|PMAK|NRAK|lin_api|rzp';

/**
 * Parts of names and values. Each secret has one, and few other texts do.
 * The engine skips most of a text, because the parts have few different characters at the same positions. As one
 * expression, with the flag `i`, or with parts of different lengths, the search is two to three times as slow.
 */
const SIGNS: readonly RegExp[] = [
  // token, cookie, the keys, password, passwd, pwd, jwt
  /[oO][kK][eEiI]|[-_ .+0iesgnthIESGNTH][kK][eE][yY]|[sSpP][wW][oOdD]|[jJ][wW][tT]/,
  // secret, authorization
  /[cC][rR][eE][tT]|[rR][iI][zZ][aA]/,
  // passphrase, passcode, userpass
  /[sS][sS][pPcC]|[-_. rR][pP][aA][sS][sS]/,
  /[oO][tT][pP](?![a-zA-Z])/,
  // Authorization headers
  /[eE][aA][rR][eE][rR][^a-z"]|[bB][aA][sS][iI][cC][^a-z]/,
];
const SERVICE_PREFIX_SIGN = new RegExp(`[pousrtmikXK][_-](?<=(?:${SERVICE_PREFIXES})[_-])`);
/** Tokens of services without such a prefix, and session cookies, which have capitals, too. */
const OTHER_SERVICE_SIGN =
  /A(?:KIA|SIA|BIA|CCA|Iza|TATT|ccountK)|xox|SESSI|LOAK_|SG\.|29\.|hvs\.|[:aA]AA[E-H]|hf_|slac|-us\d/;
/** Names of parameters that are ordinary words, so that an equals sign must follow. */
const PARAMETER_SIGN =
  /(?:code|sig|signature|hmac|credential|\.sid|session(?:id)?|sessid|verifier|assertion|response)(?:=|%(?:25){0,2}3d|\\u003d)/i;

/**
 * A user before the host of a URL.
 * Linear, because each possible start of a match ends the previous one.
 */
const USER_SIGN =
  /:\\?\/\\?\/[^\s"/@]*@|%(?:25){0,2}3a%(?:25){0,2}2f%(?:25){0,2}2f(?:[^\s"/@%]|%(?:25){0,2}(?!25|2f|40))*(?:%(?:25){0,2}40|@)/i;

/** Whether a text may contain a URL with a user before its host. */
export function hasUserSign(text: string): boolean {
  return (text.includes('%') || (text.includes('@') && text.includes('/'))) && USER_SIGN.test(text);
}

/** Whether a text may contain the token of a service with a token prefix. */
export function hasServiceSign(text: string): boolean {
  return SERVICE_PREFIX_SIGN.test(text) || OTHER_SERVICE_SIGN.test(text);
}

/**
 * Whether a text may contain a secret. Fast, because nearly every text of an event has no sign.
 * Does not find a secret whose name has escaped letters.
 */
export function hasSecretSign(text: string): boolean {
  for (const sign of SIGNS) if (sign.test(text)) return true;
  if (hasServiceSign(text)) return true;
  const hasPercent = text.includes('%');
  return (
    text.includes('.eyJ') ||
    (hasPercent && text.includes('eyJ')) ||
    hasUserSign(text) ||
    ((hasPercent || text.includes('=') || text.includes('u003d')) && PARAMETER_SIGN.test(text))
  );
}
