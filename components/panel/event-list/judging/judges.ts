import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { tryImport } from '#components/kit/lazy-import.ts';
import { defineStore } from '#components/panel/app/stores.ts';
import type { EpochMilliseconds } from '#core/journey/record';
import { duplicateWindowsMs } from '#core/rules/ingestion/ingestion-profiles';
import type { ActingEntity } from '#core/rules/privacy/actor-check';
import { type Judge, noJudge } from '#core/stream/no-judge';
import { type RuleSet, type RuleSetId, sortForDisplay } from '#core/telemetry/findings';
import type { createPanelJudges } from '#panel/capture/panel-judge';
import { applicableRuleSets, type LimitedRuleSet } from '#panel/schemas/limited-rule-sets';
import type { PanelSchemas } from '#panel/schemas/panel-schemas';
import type { EventOrigin } from '#panel/schemas/schema-set-limit';
import { policySetting } from './policy-setting';
import { rulesSetting } from './rules-setting';

/** The browser's database may never respond. If schemas load later, the list is judged again. */
const SCHEMAS_TIMEOUT_MS = 1_000;

/**
 * The judges of the panel's lists, with the active rule sets and the user's policy.
 * Until the rules are loaded, nothing is judged.
 */
export interface Judges {
  readonly live: ReadonlySignal<Judge>;
  /** The judge of imported and stored captures, to which the active entity does not apply. */
  readonly captures: ReadonlySignal<Judge>;
  /**
   * The active rule sets, in the order in which findings are listed; null until they are loaded.
   * Omits the rule set of the active entity, and rule sets that are limited to some events.
   */
  readonly ruleSets: ReadonlySignal<readonly RuleSet[] | null>;
  /**
   * Returns `ruleSets`, and the limited rule sets that apply to events of an origin.
   * `readOrigin` is called only if there are limits.
   */
  ruleSetsFor(readOrigin: () => EventOrigin): readonly RuleSet[] | null;
  /** The ids of all active rule sets, in display order. */
  readonly ruleSetIds: ReadonlySignal<readonly RuleSetId[]>;
  load(): Promise<void>;
}

export const judgesStore = defineStore(({ app, get }): Judges => {
  const policy = get(policySetting);
  const entityTimeline = createEntityTimeline();
  effect(() => entityTimeline.add(app.entity.value, app.now()));
  const ruleSettings = get(rulesSetting);
  const rules = signal<PanelRules | null>(null);
  const judgeBy = (entityAt: (at: number) => ActingEntity | null): ReadonlySignal<Judge> => {
    const judges = computed(() => {
      if (rules.value === null) return null;
      const { createPanelJudges, ruleSets, imported, duplicateWindowMs, patterns } = rules.value;
      return createPanelJudges(ruleSets, imported.value, entityAt, duplicateWindowMs, patterns);
    });
    return computed(() => judges.value?.(policy.value) ?? noJudge);
  };
  /** Incremented with every outcome of a pattern, so that users of the rule sets are computed again. */
  const outcomes = signal(0);
  effect(() =>
    rules.value?.patterns.onOutcomes(() => {
      outcomes.value = outcomes.peek() + 1;
    }),
  );
  const activeSets = computed((): readonly Pick<LimitedRuleSet, 'ruleSet' | 'appliesTo'>[] | null => {
    if (rules.value === null) return null;
    const { ruleSets, imported } = rules.value;
    void outcomes.value;
    return [...ruleSets.map((ruleSet) => ({ ruleSet, appliesTo: null })), ...imported.value];
  });
  let loading: Promise<void> | null = null;
  const schemasTimeout = () => new Promise<void>((resolve) => void app.scheduler.setTimer(SCHEMAS_TIMEOUT_MS, resolve));
  const loadRules = async (): Promise<void> => {
    const settings = ruleSettings.peek();
    const newRules = await tryImport(async () => {
      const [{ createPanelJudges, loadRuleSets, preloadRuleSets }, { panelSchemasStore }] = await Promise.all([
        import('#panel/capture/panel-judge'),
        import('./panel-schemas-store'),
      ]);
      const schemas = get(panelSchemasStore);
      const [ruleSets] = await Promise.all([loadRuleSets(settings), Promise.race([schemas.load(), schemasTimeout()])]);
      // If this code cannot be loaded now, it is loaded when the user needs it, or its failure is reported then.
      app.scheduler.whenIdle(() => {
        for (const preload of [preloadRuleSets(), import('../grid/RuleSetIcons')]) preload.catch(() => undefined);
      });
      const { pipeline, pipelineSettings } = settings;
      const { duplicateWindowMs = duplicateWindowsMs[pipeline] } = pipelineSettings;
      const { ruleSets: imported, patterns } = schemas;
      return { createPanelJudges, ruleSets, imported, patterns, duplicateWindowMs };
    });
    if (settings !== ruleSettings.peek()) return loadRules();
    loading = null;
    if (newRules !== null) rules.value = newRules;
  };
  let isRequested = false;
  const load = (): Promise<void> => {
    isRequested = true;
    loading ??= loadRules();
    return loading;
  };
  effect(() => {
    void ruleSettings.value;
    if (isRequested) void load();
  });
  return {
    live: judgeBy(entityTimeline.entityAt),
    captures: judgeBy(() => null),
    ruleSets: computed(
      () => activeSets.value?.flatMap(({ ruleSet, appliesTo }) => (appliesTo === null ? [ruleSet] : [])) ?? null,
    ),
    ruleSetsFor: (readOrigin) => activeSets.value && applicableRuleSets(activeSets.value, readOrigin),
    ruleSetIds: computed(() => sortForDisplay(activeSets.value?.map(({ ruleSet }) => ruleSet.id) ?? [])),
    load: async () => {
      if (rules.peek() === null) await load();
    },
  };
});

interface PanelRules {
  readonly createPanelJudges: typeof createPanelJudges;
  readonly ruleSets: readonly RuleSet[];
  readonly imported: ReadonlySignal<readonly LimitedRuleSet[]>;
  readonly patterns: PanelSchemas['patterns'];
  readonly duplicateWindowMs: number;
}

interface EntityTimeline {
  add(entity: ActingEntity | null, at: number): void;
  /** Returns the active entity at a time. For times before the first change, returns the first entity. */
  entityAt(time: EpochMilliseconds): ActingEntity | null;
}

function createEntityTimeline(): EntityTimeline {
  const changes: { readonly at: number; readonly entity: ActingEntity | null }[] = [];
  return {
    add: (entity, at) => void changes.push({ at, entity }),
    entityAt: (time) => (changes.findLast(({ at }) => at <= time) ?? changes[0])?.entity ?? null,
  };
}
