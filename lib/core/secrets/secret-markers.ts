const SERVICE_PREFIXES =
  'gh[pousr]|github_pat|gl(?:pat|ptt|dt|rt|soat|ft|cbt|imt|agent)|xapp|GOCSPX|[sr]k|npm|pypi|do[opr]|shp(?:at|ss)|sq0(?:atp|csp)|PMAK|NRAK|lin_api|rzp';

/**
 * Parts of names and values. Each secret has at least one, and few other texts do.
 * The engine skips most of a string, because the parts have few different characters at the same positions. As one
 * expression, with the flag `i`, or with parts of different lengths, the search is two to three times as slow.
 */
const MARKERS: readonly RegExp[] = [
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
const SERVICE_PREFIX_MARKER = new RegExp(`[pousrtmikXK][_-](?<=(?:${SERVICE_PREFIXES})[_-])`);
/** Service tokens without such a prefix, and session cookies whose names are uppercase. */
const OTHER_SERVICE_MARKER =
  /A(?:KIA|SIA|BIA|CCA|Iza|TATT|ccountK)|xox|SESSI|LOAK_|SG\.|29\.|hvs\.|[:aA]AA[E-H]|hf_|slac|-us\d/;
/** Names of parameters that are ordinary words, so an equals sign must follow. */
const PARAMETER_MARKER =
  /(?:code|sig|signature|hmac|credential|\.sid|session(?:id)?|sessid|verifier|assertion|response)(?:=|%(?:25){0,2}3d)/i;
/** Escapes of JSON, scripts and HTML, which may hide a part of a marker. The markers include escapes with `%`. */
const HIDING_ESCAPE = /u00[2-7]|&#/;

/**
 * The userinfo of a URL (RFC 3986, section 3.2.1).
 * Linear, because each possible start of a match ends the previous one.
 */
const USERINFO_MARKER =
  /:\\*\/\\*\/[^\s"/@]*@|%(?:25){0,2}3a(?:(?:%(?:25){0,2}5c)*%(?:25){0,2}2f){2}(?:[^\s"/@%]|%(?:25){0,2}(?!25|2f|40))*(?:%(?:25){0,2}40|@)/i;

/** Whether a string may contain a URL with userinfo. */
export function hasUserinfoMarker(text: string): boolean {
  return (text.includes('%') || (text.includes('@') && text.includes('/'))) && USERINFO_MARKER.test(text);
}

/** Whether a string may contain the token of a service with a token prefix. */
export function hasServiceTokenMarker(text: string): boolean {
  return SERVICE_PREFIX_MARKER.test(text) || OTHER_SERVICE_MARKER.test(text);
}

/**
 * Whether a string may contain a secret. Fast, because nearly no string of an event has a marker.
 * Does not find a secret whose name has letters escaped with `%`.
 */
export function hasSecretMarker(text: string): boolean {
  for (const marker of MARKERS) if (marker.test(text)) return true;
  if (hasServiceTokenMarker(text)) return true;
  const hasPercent = text.includes('%');
  if (text.includes('.eyJ') || (hasPercent && text.includes('eyJ'))) return true;
  if (hasUserinfoMarker(text)) return true;
  if ((hasPercent || text.includes('=')) && PARAMETER_MARKER.test(text)) return true;
  return HIDING_ESCAPE.test(text);
}
