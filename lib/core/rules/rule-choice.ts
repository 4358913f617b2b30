import * as z from '#core/util/zod';
import { DEFAULT_PIPELINE, type PipelineName, pipelineNames } from './ingestion/ingestion-profiles';
import { isDefaultRuleSet, type RuleSetName, ruleSetNames } from './rule-set-names';

/** Which rule sets the user has turned on or off, and the pipeline whose rules `ingestion` has. */
export interface RuleChoice {
  readonly on: { readonly [Name in RuleSetName]?: boolean | undefined };
  readonly pipeline: PipelineName;
}

const choiceSchema = z.object({
  on: z.catch(z.partialRecord(z.enum(ruleSetNames), z.boolean()), {}),
  pipeline: z.catch(z.enum(pipelineNames), DEFAULT_PIPELINE),
});

/** Reads a stored choice; what is damaged counts as not changed. */
export function parseRuleChoice(stored: unknown): RuleChoice {
  const parsed = choiceSchema.safeParse(stored);
  return parsed.success ? parsed.data : { on: {}, pipeline: DEFAULT_PIPELINE };
}

/** Whether a rule set is on. */
export function isRuleSetOn({ on }: RuleChoice, name: RuleSetName): boolean {
  return on[name] ?? isDefaultRuleSet(name);
}

/** Returns the choice with a rule set turned on or off. */
export function withRuleSet(choice: RuleChoice, name: RuleSetName, isOn: boolean): RuleChoice {
  return { ...choice, on: { ...choice.on, [name]: isOn } };
}
