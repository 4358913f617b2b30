import { type BuiltInRuleSetId, builtInRuleSetIds } from '#core/telemetry/findings';
import * as z from '#core/util/zod';
import { DEFAULT_PIPELINE, type PipelineName, pipelineNames } from './ingestion/ingestion-profiles';

/** A rule set that a user turns on and off. `entity` is on while an entity is logged in. */
export type ChosenRuleSetId = Exclude<BuiltInRuleSetId, 'entity'>;

/** Which rule sets the user has turned on or off, and the pipeline whose rules `ingestion` has. */
export interface RuleChoice {
  readonly on: { readonly [Id in ChosenRuleSetId]?: boolean | undefined };
  readonly pipeline: PipelineName;
}

/** All rule sets that can be turned on and off, in the order in which they are shown. */
export const chosenRuleSetIds = builtInRuleSetIds.filter((id): id is ChosenRuleSetId => id !== 'entity');

/** What becomes of an event behind the collector is asked on request only. */
const OFF_AT_FIRST: readonly ChosenRuleSetId[] = ['ingestion'];

const choiceSchema = z.object({
  on: z.catch(z.partialRecord(z.enum(chosenRuleSetIds), z.boolean()), {}),
  pipeline: z.catch(z.enum(pipelineNames), DEFAULT_PIPELINE),
});

/** Tells the rule sets that can be turned on and off from all others. */
export function isChosenRuleSet(id: string): id is ChosenRuleSetId {
  return chosenRuleSetIds.some((known) => known === id);
}

/** Reads a stored choice; what is damaged counts as not changed. */
export function parseRuleChoice(stored: unknown): RuleChoice {
  const parsed = choiceSchema.safeParse(stored);
  return parsed.success ? parsed.data : { on: {}, pipeline: DEFAULT_PIPELINE };
}

/** Whether a rule set is on. */
export function isRuleSetOn({ on }: RuleChoice, id: ChosenRuleSetId): boolean {
  return on[id] ?? !OFF_AT_FIRST.includes(id);
}

/** Returns the choice with a rule set turned on or off. */
export function withRuleSet(choice: RuleChoice, id: ChosenRuleSetId, isOn: boolean): RuleChoice {
  return { ...choice, on: { ...choice.on, [id]: isOn } };
}
