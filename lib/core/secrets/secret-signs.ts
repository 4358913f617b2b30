const SERVICE_PREFIXES =
  'gh[pousr]|github_pat|gl(?:pat|ptt|dt|rt|soat|ft|cbt|imt|agent)|xapp|GOCSPX|[sr]k|npm|pypi|do[opr]|shp(?:at|ss)|sq0(?:atp|csp)|PMAK|NRAK|lin_api|rzp';

/**
 * Parts of names and values, of which each secret has one and few other texts have any.
 * Few different characters at the same places let the engine skip most of a text. As one expression, with the flag
 * `i`, or with parts of different lengths, the search takes two to three times as long.
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
/** Services whose tokens begin otherwise, and session cookies, which are in capitals too. */
const OTHER_SERVICE_SIGN =
  /A(?:KIA|SIA|BIA|CCA|Iza|TATT|ccountK)|xox|SESSI|LOAK_|SG\.|29\.|hvs\.|[:aA]AA[E-H]|hf_|slac|-us\d/;
/** Names of parameters that are ordinary words: only before an equals sign. */
const PARAMETER_SIGN =
  /(?:code|sig|signature|hmac|credential|\.sid|session(?:id)?|sessid|verifier|assertion|response)(?:=|%(?:25){0,2}3d|\\u003d)/i;

/** A user in front of a host. Each place where a match may start ends the one before. */
const USER_SIGN =
  /:\\?\/\\?\/[^\s"/@]*@|%(?:25){0,2}3a%(?:25){0,2}2f%(?:25){0,2}2f(?:[^\s"/@%]|%(?:25){0,2}(?!25|2f|40))*(?:%(?:25){0,2}40|@)/i;

/** Whether a text may hold a URL with a user in front of its host. */
export function hasUserSign(text: string): boolean {
  return (text.includes('%') || (text.includes('@') && text.includes('/'))) && USER_SIGN.test(text);
}

/** Whether a text may hold the token of a service that gives its tokens a prefix. */
export function hasServiceSign(text: string): boolean {
  return SERVICE_PREFIX_SIGN.test(text) || OTHER_SERVICE_SIGN.test(text);
}

/**
 * Whether a text may hold a secret. Nearly every text of an event does not, and is searched no further.
 * The letters of a secret's name may not be escaped.
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
