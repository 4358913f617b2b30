import type { TextSpan } from './decoded-text';

/** Letters, digits, `_` and `-`. */
const CHARS = String.raw`[\w-]`;

/**
 * Tokens and keys with a prefix that identifies them.
 * The patterns come from GitHub's secret scanning (docs.github.com, "Supported secret scanning patterns") and from
 * gitleaks.
 */
const SERVICE_TOKENS: readonly string[] = [
  // GitHub, GitLab
  'gh[pousr]_[A-Za-z0-9]{30,255}',
  String.raw`github_pat_\w{22,255}`,
  `gl(?:pat|ptt|dt|rt|soat|ft|cbt|imt|agent)-${CHARS}{20,}`,
  // Amazon Web Services, Google, Azure
  '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}',
  `AIza${CHARS}{35}`,
  String.raw`ya29\.${CHARS}{20,}`,
  `GOCSPX-${CHARS}{20,}`,
  String.raw`AccountKey=[\w+/]{40,}={0,2}`,
  // Package registries
  'npm_[A-Za-z0-9]{36}',
  `pypi-AgE${CHARS}{40,}`,
  // Payments
  '[sr]k_(?:live|test)_[A-Za-z0-9]{10,}',
  'rzp_(?:live|test)_[A-Za-z0-9]{14}',
  `sq0(?:atp|csp)-${CHARS}{22,}`,
  'shp(?:at|ss)_[a-fA-F0-9]{32}',
  // Messages and mail
  `xox[abeoprs]-${CHARS}{10,}`,
  `xapp-${CHARS}{20,}`,
  String.raw`SG\.${CHARS}{16,}\.${CHARS}{16,}`,
  String.raw`hooks\.slack\.com/services/T\w{8,}/B\w{8,}/\w{20,}`,
  String.raw`(?:bot)?\d{8,10}:AA[E-H]${CHARS}{32}`,
  String.raw`[0-9a-f]{32}-us\d{1,2}`,
  // Models
  'hf_[A-Za-z0-9]{34,}',
  `sk-(?:proj|svcacct|admin|ant)-${CHARS}{20,}`,
  'sk-[A-Za-z0-9]{32,}',
  // Infrastructure and tools
  'do[opr]_v1_[a-f0-9]{64}',
  String.raw`hvs\.${CHARS}{24,}`,
  'PMAK-[a-f0-9]{24}-[a-f0-9]{34}',
  'NRAK-[A-Z0-9]{27}',
  String.raw`ATATT3[\w=-]{20,}`,
  'lin_api_[A-Za-z0-9]{40}',
];

/** A match neither starts nor ends inside a longer word. */
const SERVICE_TOKEN = new RegExp(String.raw`(?<![\w-])(?<secret>${SERVICE_TOKENS.join('|')})(?![\w-])`, 'g');

export type SecretShapeId =
  | 'jwt'
  | 'authorization'
  | 'password-in-url'
  | 'token-in-url'
  | 'signature-in-url'
  | 'sign-in-code'
  | 'cookie'
  | 'service-token'
  | 'private-key'
  | 'secret-in-text';

/** The position of a secret in a string, and how it was recognized. */
export interface SecretSpan extends TextSpan {
  readonly shape: SecretShapeId;
}

/** Shape of a secret. The group `secret` of its pattern is redacted. */
export interface SecretShape {
  readonly id: SecretShapeId;
  readonly pattern: RegExp;
  /** Text that every such secret contains, for a fast test. */
  readonly marker: string;
  /** Further check of a match. */
  readonly isSecret?: (secret: string) => boolean;
}

/**
 * Unambiguous shapes of secrets.
 * For example, header and claims of a JSON Web Token always start as `{"`. In a form, `+` is a space. Each search is
 * linear, because no two starts of a match scan the same text. Tests verify this.
 */
export const SECRET_SHAPES: readonly SecretShape[] = [
  {
    id: 'jwt',
    pattern: /(?<![\w-])(?=[\w-]*\.eyJ[\w-]{8})[\w-]*?(?<secret>\beyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?)/g,
    marker: '.eyJ',
  },
  {
    id: 'authorization',
    pattern: /\bBearer(?:\s+|\+)(?<secret>[\w.~+/-]{16,}=*)/gi,
    marker: '',
    isSecret: isBearerToken,
  },
  {
    id: 'authorization',
    pattern: /\bBasic(?:\s+|\+)(?<secret>[\w+/-]{4,}={0,2})(?![\w+/-])/gi,
    marker: '',
    // In a form, the next word may follow the credentials.
    isSecret: (secret) => isUserAndPassword(secret) || isUserAndPassword(secret.replace(/\+.*/, '')),
  },
  {
    id: 'password-in-url',
    pattern: /(?<=[a-z\d+.-]):\/\/[^\s/:@]*:(?<secret>[^\s/@]+)@/gi,
    marker: '@',
  },
  {
    id: 'service-token',
    pattern: SERVICE_TOKEN,
    marker: '',
  },
  {
    id: 'private-key',
    pattern: /-----BEGIN[ +](?:[A-Z]{1,12}[ +]){0,3}PRIVATE[ +]KEY(?:[ +]BLOCK)?-----(?<secret>(?:[^-]|-(?!----))*)/g,
    marker: '-----BEGIN',
    isSecret: (secret) => /[\w+/]{16}/.test(secret),
  },
];

/** Whether a string is a token, unlike a word or a form's "Bearer+of+good+news+in+2024". */
function isBearerToken(text: string): boolean {
  if (!text.includes('+')) return !/^[a-z]+$/i.test(text);
  return !text.split(/[+.~/-]+/).every((word) => /^(?:[a-z]*|\d{1,4})$/i.test(word));
}

/** Whether a string is base64 of `user:password` (RFC 7617), unlike the word in "Basic Mathematics". */
function isUserAndPassword(encoded: string): boolean {
  if (/^[A-Z]?[a-z]+$/.test(encoded)) return false;
  try {
    const bytes = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no name and no password has one.
    return /^[^\x00-\x1f\x7f:]*:[^\x00-\x1f\x7f]*$/.test(text) && text.length > 1;
  } catch {
    return false;
  }
}
