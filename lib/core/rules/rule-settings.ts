import * as z from '#core/util/zod';
import { DEFAULT_PIPELINE, type PipelineName, pipelineNames } from './ingestion/ingestion-profiles';
import { type PipelineLimits, type PipelineOverrides, pipelineOverridesSchema } from './ingestion/pipeline-numbers';
import { isDefaultRuleSet, type SwitchableRuleSet, switchableRuleSets } from './rule-set-names';

/** The rule sets that the user has turned on or off, and the pipeline with its changed numbers. */
export interface RuleSettings {
  readonly on: { readonly [Name in SwitchableRuleSet]?: boolean | undefined };
  readonly pipeline: PipelineName;
  readonly pipelineSettings: PipelineOverrides;
}

const ruleSettingsSchema = z.object({
  on: z.catch(z.partialRecord(z.enum(switchableRuleSets), z.boolean()), {}),
  pipeline: z.catch(z.enum(pipelineNames), DEFAULT_PIPELINE),
  pipelineSettings: z.catch(pipelineOverridesSchema, {}),
});

/** Reads stored settings. Damaged parts are reset to defaults. */
export function parseRuleSettings(stored: unknown): RuleSettings {
  const parsed = ruleSettingsSchema.safeParse(stored);
  return parsed.success ? parsed.data : { on: {}, pipeline: DEFAULT_PIPELINE, pipelineSettings: {} };
}

/** Whether a rule set is on. */
export function isRuleSetOn({ on }: RuleSettings, name: SwitchableRuleSet): boolean {
  return on[name] ?? isDefaultRuleSet(name);
}

/** Returns the settings with a rule set turned on or off. */
export function withRuleSet(settings: RuleSettings, name: SwitchableRuleSet, isOn: boolean): RuleSettings {
  return { ...settings, on: { ...settings.on, [name]: isOn } };
}

/** Returns the settings with a changed number of the pipeline. `undefined` resets it to the default. */
export function withPipelineLimit(
  settings: RuleSettings,
  name: keyof PipelineLimits,
  value: number | null | undefined,
): RuleSettings {
  const { [name]: _, ...others } = settings.pipelineSettings;
  return { ...settings, pipelineSettings: value === undefined ? others : { ...others, [name]: value } };
}
