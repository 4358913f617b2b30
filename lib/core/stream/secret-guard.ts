import type { SecretGuard } from '#core/journey/correlator/observations';
import { privacyRules, redactKnownSecrets } from '#core/rules/checks';

/** Finds and masks secrets in what is observed. */
export const secretGuard: SecretGuard = { find: privacyRules.check, redact: redactKnownSecrets };
