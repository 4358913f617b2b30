import { defineSetting } from '#components/panel/app/settings.ts';
import { parsePolicy } from '#core/report/finding-policy';

/** Severities and ignore rules, shared by all panels. The background reads them for the badge. */
export const policySetting = defineSetting('policy', parsePolicy);
