import { formatNumber } from '#components/i18n/count-text.ts';
import { messageText } from '#components/i18n/message-text.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { policySetting } from '#components/panel/event-list/judging/policy-setting.ts';
import { rulesSetting } from '#components/panel/event-list/judging/rules-setting.ts';
import { formatPanelConfig, type ParsedPanelConfig, parsePanelConfig } from '#core/config/panel-config';
import type { SourceFile } from '#core/formats/read/read-file';
import { readJsonFile } from '#core/json/json-values';
import { type RuleSetName, ruleSetNames } from '#core/rules/rule-set-names';
import { isRuleSetOn } from '#core/rules/rule-settings';
import { fail, type Result } from '#core/util/result';
import { i18n } from '#i18n';

/** Larger files are not configurations. */
const MAX_CONFIG_BYTES = 2_000_000;

/** Reads a configuration of the command-line tool from a file, and applies it: see {@link applyConfig}. */
export async function openConfig(stores: Stores, file: SourceFile): Promise<void> {
  const { name } = file;
  const showProblem = (text: () => string) => stores.app.toasts.show({ tone: 'error', text });
  if (!/\.json$/i.test(name)) return showProblem(() => i18n.t('policyConfig.module', { name }));
  if (file.size > MAX_CONFIG_BYTES) return showProblem(() => i18n.t('policyConfig.tooLarge', { name }));
  let text: string;
  try {
    text = await new Response(file.stream()).text();
  } catch {
    return showProblem(() => i18n.t('common.unreadableFile', { name }));
  }
  applyConfig(stores, name, text);
}

/**
 * Replaces the user's rules and policy by those of a configuration.
 * It sets rule sets, the pipeline with its numbers, severities and ignored findings. A toast lists the used and the
 * unused parts, and can undo the change. An invalid configuration changes nothing.
 *
 * @param name the title of the configuration in the toast.
 */
export function applyConfig(stores: Stores, name: string, text: string): void {
  const { toasts } = stores.app;
  const parsed = parseConfigText(name, text);
  if (!parsed.ok) {
    toasts.show({ tone: 'error', text: parsed.failure });
    return;
  }
  const ruleSettings = stores.get(rulesSetting);
  const policy = stores.get(policySetting);
  const before = { ruleSettings: ruleSettings.peek(), policy: policy.peek() };
  const { config, unused } = parsed.value;
  const { rules, pipeline, pipelineSettings } = config;
  const configuredRuleSets = Object.fromEntries(ruleSetNames.map((ruleSet) => [ruleSet, rules.includes(ruleSet)]));
  // A configuration cannot name the rule set of user sessions, so that rule set stays as it is.
  ruleSettings.set({ on: { ...before.ruleSettings.on, ...configuredRuleSets }, pipeline, pipelineSettings });
  policy.set(config.policy);
  toasts.show({
    tone: unused.length === 0 ? 'success' : 'info',
    text: () => usedText(name, parsed.value),
    action: {
      label: () => i18n.t('policy.undo'),
      onSelect() {
        ruleSettings.set(before.ruleSettings);
        policy.set(before.policy);
      },
    },
  });
}

/** Parses a configuration. Fails with a message that explains the error. */
function parseConfigText(name: string, text: string): Result<ParsedPanelConfig, () => string> {
  const json = readJsonFile(text);
  if (!json.ok) {
    const { line, column, message } = json.failure;
    const position = () => ({ name, line: formatNumber(line), column: formatNumber(column) });
    return fail(() => `${i18n.t('policyConfig.noJson', position())} ${messageText(message)}`);
  }
  const parsed = parsePanelConfig(json.value);
  if (parsed.ok) return parsed;
  return fail(() => `${i18n.t('policyConfig.notUsed', { name })} ${messageText(parsed.failure)}`);
}

function usedText(name: string, { config, unused }: ParsedPanelConfig): string {
  const { rules, pipelineSettings, policy } = config;
  const used = i18n.t('policyConfig.used', {
    name,
    rules: formatNumber(rules.length),
    severities: formatNumber(Object.keys(policy.severities).length),
    ignored: formatNumber(policy.ignore.length),
    numbers: formatNumber(Object.keys(pipelineSettings).length),
  });
  const otherFields = unused.filter(({ isKnown }) => isKnown).map((field) => field.name);
  return [
    used,
    ...(otherFields.length === 0 ? [] : [i18n.t('policyConfig.otherFields', { fields: otherFields.join(', ') })]),
    ...unused.filter(({ isKnown }) => !isKnown).map(unknownText),
  ].join(' ');
}

function unknownText({ name, nearest }: ParsedPanelConfig['unused'][number]): string {
  const unknown = i18n.t('policyConfig.unknownField', { field: name });
  return nearest === null ? unknown : `${unknown} ${i18n.t('policyConfig.didYouMean', { nearest })}`;
}

/** Returns the active rule sets that a configuration can name. */
export function activeRuleSetNames(stores: Stores): readonly RuleSetName[] {
  const ruleSettings = stores.get(rulesSetting).value;
  return ruleSetNames.filter((name) => isRuleSetOn(ruleSettings, name));
}

/** Formats the user's rules and policy as a configuration of the command-line tool. */
export function currentConfig(stores: Stores): string {
  const { pipeline, pipelineSettings } = stores.get(rulesSetting).peek();
  const policy = stores.get(policySetting).peek();
  return formatPanelConfig({ rules: activeRuleSetNames(stores), pipeline, pipelineSettings, policy });
}
