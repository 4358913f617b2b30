import type { SecretGuard } from '#core/journey/correlator/observations';
import { privacyRules, redactSecrets } from '#core/rules/checks';

/** Finds and redacts secrets in observed calls, events and requests. */
export const secretGuard: SecretGuard = { find: privacyRules.check, redact: redactSecrets };
