import * as z from '#core/util/zod';
import { DEFAULT_PIPELINE, type PipelineName, pipelineNames } from './ingestion/ingestion-profiles';
import { type PipelineLimits, type PipelineOverrides, pipelineNumbersSchema } from './ingestion/pipeline-numbers';
import { isDefaultRuleSet, type SwitchedRuleSet, switchedRuleSets } from './rule-set-names';

/** The rule sets that the user has turned on or off, and the pipeline with its changed numbers. */
export interface RuleChoice {
  readonly on: { readonly [Name in SwitchedRuleSet]?: boolean | undefined };
  readonly pipeline: PipelineName;
  readonly pipelineSettings: PipelineOverrides;
}

const choiceSchema = z.object({
  on: z.catch(z.partialRecord(z.enum(switchedRuleSets), z.boolean()), {}),
  pipeline: z.catch(z.enum(pipelineNames), DEFAULT_PIPELINE),
  pipelineSettings: z.catch(pipelineNumbersSchema, {}),
});

/** Reads a stored choice. Damaged parts are reset to defaults. */
export function parseRuleChoice(stored: unknown): RuleChoice {
  const parsed = choiceSchema.safeParse(stored);
  return parsed.success ? parsed.data : { on: {}, pipeline: DEFAULT_PIPELINE, pipelineSettings: {} };
}

/** Whether a rule set is on. */
export function isRuleSetOn({ on }: RuleChoice, name: SwitchedRuleSet): boolean {
  return on[name] ?? isDefaultRuleSet(name);
}

/** Returns the choice with a rule set turned on or off. */
export function withRuleSet(choice: RuleChoice, name: SwitchedRuleSet, isOn: boolean): RuleChoice {
  return { ...choice, on: { ...choice.on, [name]: isOn } };
}

/** Returns the choice with a changed number of the pipeline. `undefined` resets it to the default. */
export function withPipelineNumber(
  choice: RuleChoice,
  name: keyof PipelineLimits,
  value: number | null | undefined,
): RuleChoice {
  const { [name]: _, ...others } = choice.pipelineSettings;
  return { ...choice, pipelineSettings: value === undefined ? others : { ...others, [name]: value } };
}
