/** Letters, digits, `_` and `-`. */
const CHARS = String.raw`[\w-]`;

/**
 * Tokens and keys that their makers gave a prefix, so that a leak is recognized: patterns of GitHub's secret scanning
 * (docs.github.com, "Supported secret scanning patterns") and of gitleaks, where the prefix alone is proof.
 */
const FORMS: readonly string[] = [
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
  String.raw`\d{8,10}:AA[E-H]${CHARS}{32}`,
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

/** A match neither starts nor ends inside of a longer word. */
export const SERVICE_TOKEN = new RegExp(String.raw`(?<![\w-])(?<secret>${FORMS.join('|')})(?![\w-])`, 'g');
